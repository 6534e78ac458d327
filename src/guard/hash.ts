const LETTERS = [...'0123456789abcdefghijklmnopqrstuv'];
/** Two letters for ten bits: a look-up is many times faster than writing a number in base 32. */
const PAIRS = LETTERS.flatMap((high) => LETTERS.map((low) => high + low));

/** 60-bit hash of a text, as 12 characters of base 32. Not for secrets. Source: cyrb53 by bryc, public domain. */
export function hash(text: string, seed = 0): string {
  let a = 0xdeadbeef ^ seed;
  let b = 0x41c6ce57 ^ seed;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return letters(b) + letters(a);
}

/** The upper 30 bits. */
function letters(bits: number): string {
  return `${PAIRS[bits >>> 22]}${PAIRS[(bits >>> 12) & 1023]}${PAIRS[(bits >>> 2) & 1023]}`;
}
