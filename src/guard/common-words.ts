/**
 * Beginnings of words that many statements of rules, systems and worlds have, whatever they are about. What is found by
 * them is found by chance, so rarer words come first. The list only orders keys: nothing is left out because of it.
 */
const WORDS = `
able accept access account act action active actual add address after again all allow also alway always another any
anything api app appear apply application area argument as ask assume available avoid back bad base be become before
begin behavior behaviour being below best better between block body both build call can case cause certain change check
choose class clean clear client close code collection come command comment common complete component condition config
configuration configure consider consist contain content context control convert copy correct count country create
current custom data database date day deal decide decision declare default define delete depend describe description
design detail determine develop differ different direct directory do document documentation done each early easy effect
either element else empty enable end ensure entry environment equal error even event every example except exist existing
expect explicit expose extend external fact fail false feature few field file fill find first fix follow following for
form format found full function further general generate get give global go good govern government great group handle
happen have help high hold however if ignore implement implementation import important in include increase indicate
individual information initial input inside instance instead interface internal invalid is issue it item job keep key
kind know large last late later layer lead least leave left length less let level library like limit line link list local
log long look low made main major make manage many mark match matter mean member message method mode model module more
most move much multiple must name need never new next no node non none normal not note nothing now null number object
occur of off offer often old on once one only open operation option optional or order other out output over own package
page parameter part particular pass path people perform place plain point policy possible prefer present prevent previous
primary process produce program project proper property provide public purpose put raise range rather read reason receive
recommend record reduce refer reference relate relevant release rely remain remove report represent request require
requirement resource respect respond response result return right role rule run same say second section see select send
separate serve server service set several share should show side similar simple single size small so some something source
space special specific specify standard start state statement status still stop store string structure style sub subject
such suggest support sure system table tag take target task team tell term test text than that then there thing think
third through time together tool top total track treat true try turn two type under unique unit unknown unless until
update upon use user usual valid value variable various version via view wait want way well when where whether which while
whole will with within without word work world write wrong year yes yet zero`;

export const COMMON_WORDS: readonly string[] = WORDS.trim().split(/\s+/);

/** So many letters of a word are those of its derivations too, mostly. */
export const ROOT_LENGTH = 6;

export const LETTERS = /^[a-z]+$/;

/** What a word has in common with its derivations: "compaction" and "compacted" meet. */
export function root(stem: string): string {
  return LETTERS.test(stem) ? stem.slice(0, ROOT_LENGTH) : stem;
}

const ROOTS: ReadonlySet<string> = new Set(COMMON_WORDS.map(root));

/** Whether many statements have the word, or one derived from it, whatever they are about. */
export function isCommon(stem: string): boolean {
  return ROOTS.has(root(stem));
}
