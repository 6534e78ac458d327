/** Endings that derive one word from another: migrate and migration, own and owner, approve and approval. */
const ENDINGS = new Set([
  '',
  'able',
  'al',
  'ance',
  'ation',
  'e',
  'ed',
  'ence',
  'er',
  'es',
  'ing',
  'ion',
  'ity',
  'le',
  'ly',
  'ment',
  'or',
  'ship',
  'y',
]);
/** "orders.id" of "orders". */
function isMember(member: string, whole: string): boolean {
  return member.charAt(whole.length) === '.' && member.startsWith(whole) && LETTERS.test(whole);
}

const LETTERS = /^[a-z]+$/;
/** Shorter beginnings are shared by chance. */
const ROOT_MIN = 4;
const WHOLE_MIN = 3;

/** Whether two stems are derived from one word, as far as their endings tell. Symmetric. */
export function sharesRoot(a: string, b: string): boolean {
  if (a === b || isMember(a, b) || isMember(b, a)) return true;
  if (a.charCodeAt(0) !== b.charCodeAt(0) || a.charCodeAt(2) !== b.charCodeAt(2)) return false;
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (length < most && a.charCodeAt(length) === b.charCodeAt(length)) length += 1;
  if (length < (length === most ? WHOLE_MIN : ROOT_MIN)) return false;
  return ENDINGS.has(a.slice(length)) && ENDINGS.has(b.slice(length)) && LETTERS.test(a) && LETTERS.test(b);
}
