import type { RelationPhrase } from '../../../core/lexicon-relations.js';
import type { Relation } from '../../../core/relation.js';
import { isWord, type Word } from '../1-tokens/word.js';
import { isPossessive, type Name, nameAt } from './relation-name.js';
import { type DateContext, type DatePhrase, datesAt } from './relation-time.js';

/** What a sentence says of two named things. */
export interface Found {
  phrase: RelationPhrase;
  subject: Name;
  /** Null where a date is the other end. */
  object: Name | null;
  /** The subject is the `to` end. */
  isInverse: boolean;
  tense: Relation['tense'];
  /** "Became": it begins at its date. */
  begins: boolean;
  isProphecy: boolean;
  dates: readonly DatePhrase[];
}

interface Verb {
  kind: 'be' | 'finite' | 'perfect' | 'pluperfect' | 'future';
  tense: Relation['tense'];
  begins: boolean;
  isProphecy: boolean;
  /** Index of what follows. */
  end: number;
}

/** A clause that is matched from left to right: it tells of a relation only if every word has its place. */
export class Sentence {
  readonly #words: readonly Word[];
  readonly #context: DateContext;
  readonly #isProphecy: boolean;

  constructor(words: readonly Word[], context: DateContext, isProphecy: boolean) {
    this.#words = words;
    this.#context = context;
    this.#isProphecy = isProphecy;
  }

  /** What is said from a word on, or null. */
  read(at: number): Found | null {
    if (isWord(this.#words[at], 'it')) return this.#cleft(at + 1);
    const subject = this.#name(at);
    if (subject === null) return isWord(this.#words[at], 'the') ? this.#definite(at + 1) : null;
    if (isPossessive(subject.words.at(-1))) return this.#owned(subject);
    return this.#said(subject, subject.end);
  }

  /** "It was Aldric who ruled Valdorn" */
  #cleft(at: number): Found | null {
    const subject = isWord(this.#words[at], 'is', 'was') ? this.#name(at + 1) : null;
    if (subject === null || !isWord(this.#words[subject.end], 'who', 'that')) return null;
    return this.#said(subject, subject.end + 1);
  }

  #said(subject: Name, at: number): Found | null {
    const verb = this.#verb(this.#afterAdverb(at));
    const next = this.#afterAdverb(verb.end);
    if (verb.kind !== 'be') return this.#active(subject, next, verb);
    return this.#complement(subject, next, verb) ?? this.#passive(subject, next, verb);
  }

  /** "The capital of Valdorn is Karth", "The ruler of Valdorn in 340 was Aldric" */
  #definite(at: number): Found | null {
    return first(this.#phrases('nouns', at), (phrase) => {
      const owner = this.#follows(phrase.rest, at + 1) ? this.#name(at + 1 + phrase.rest.length) : null;
      return owner === null ? null : this.#identity(phrase, owner, owner.end);
    });
  }

  /** "Valdorn's capital is Karth" */
  #owned(owner: Name): Found | null {
    return first(this.#phrases('nouns', owner.end), (phrase) => {
      const noun = phrase.rest.slice(0, -1);
      return this.#follows(noun, owner.end + 1) ? this.#identity(phrase, owner, owner.end + 1 + noun.length) : null;
    });
  }

  #identity(phrase: RelationPhrase, object: Name, at: number): Found | null {
    const before = datesAt(this.#words, at, this.#context);
    const verb = this.#verb(before.end);
    const subject = verb.kind === 'be' ? this.#name(verb.end) : null;
    if (subject === null) return null;
    const found = this.#ended({ phrase, subject, object, isInverse: phrase.isInverse, ...verb }, subject.end);
    return found === null ? null : { ...found, dates: [...before.dates, ...found.dates] };
  }

  /** "ruled Valdorn", "has ruled Valdorn", "died in 360" */
  #active(subject: Name, at: number, verb: Verb): Found | null {
    return first(this.#phrases('verbs', at), (phrase) => {
      const tense = activeTense(phrase, verb);
      if (tense === null) return null;
      return this.#object(
        { phrase, subject, isInverse: phrase.isInverse, tense, begins: false, isProphecy: verb.isProphecy },
        at,
      );
    });
  }

  /** "is the daughter of Oswin", "was married to Sera", "was born in 290", "is Oswin's daughter" */
  #complement(subject: Name, at: number, verb: Verb): Found | null {
    const hasArticle = isWord(this.#words[at], 'a', 'an', 'the');
    const isOneOfSome = hasArticle && !isWord(this.#words[at], 'the');
    const said = (phrase: RelationPhrase) => ({ phrase, subject, isInverse: phrase.isInverse, ...verb });
    return (
      first(this.#phrases('participles', at), (phrase) => this.#object(said(phrase), at)) ??
      first(this.#phrases('nouns', hasArticle ? at + 1 : at), (phrase) =>
        isOneOfSome && isExclusive(phrase) ? null : this.#object(said(phrase), hasArticle ? at + 1 : at),
      ) ??
      this.#ownedComplement(subject, at, verb)
    );
  }

  #ownedComplement(subject: Name, at: number, verb: Verb): Found | null {
    const owner = this.#name(at);
    if (owner === null || !isPossessive(owner.words.at(-1))) return null;
    return first(this.#phrases('nouns', owner.end), (phrase) => {
      const noun = phrase.rest.slice(0, -1);
      if (!this.#follows(noun, owner.end + 1)) return null;
      const said = { phrase, subject, object: owner, isInverse: phrase.isInverse, ...verb };
      return this.#ended(said, owner.end + 1 + noun.length);
    });
  }

  /** "was ruled by Aldric" */
  #passive(subject: Name, at: number, verb: Verb): Found | null {
    return first(this.#phrases('verbs', at), (phrase) => {
      if (phrase.tense !== 'past' || phrase.rest.length > 0 || !isWord(this.#words[at + 1], 'by')) return null;
      const object = this.#name(at + 2);
      if (object === null) return null;
      return this.#ended({ phrase, subject, object, isInverse: !phrase.isInverse, ...verb }, object.end);
    });
  }

  /** What follows a phrase that begins at a word: a name or, for some types, a date. */
  #object(said: Omit<Found, 'object' | 'dates'>, at: number): Found | null {
    const { rest, takesDate } = said.phrase;
    if (!this.#follows(rest, at + 1)) return null;
    const end = at + 1 + rest.length;
    if (takesDate) return this.#ended({ ...said, object: null }, this.#afterAgent(end));
    const object = this.#name(end);
    return object === null ? null : this.#ended({ ...said, object }, object.end);
  }

  /** "Was slain by Borin": who did it makes no other date. */
  #afterAgent(at: number): number {
    return isWord(this.#words[at], 'by') ? (this.#name(at + 1)?.end ?? at) : at;
  }

  /** The dates at the end; null where anything else follows. */
  #ended(said: Omit<Found, 'dates'>, at: number): Found | null {
    const { dates, end } = datesAt(this.#words, at, this.#context);
    return end === this.#words.length ? { ...said, dates } : null;
  }

  /** A form of "be", "have", "become" or, of what is foretold, "will"; else what stands there is a verb of its own. */
  #verb(at: number): Verb {
    const [word, next] = this.#words.slice(at, at + 2);
    const { beginnings, destinies } = this.#context.lexicon.relations;
    const begun = beginnings.find((forms) => this.#follows(forms, at));
    if (begun !== undefined) return { ...this.#form('be', 'past', at + begun.length), begins: true };
    const destined = destinies.find((forms) => this.#follows(forms, at));
    if (destined !== undefined) return { ...this.#foretold(at + destined.length), isProphecy: true };
    if (isWord(word, 'has'))
      return isWord(next, 'been') ? this.#form('be', 'present', at + 2) : this.#form('perfect', 'present', at + 1);
    if (isWord(word, 'had'))
      return isWord(next, 'been') ? this.#form('be', 'past', at + 2) : this.#form('pluperfect', 'past', at + 1);
    if (isWord(word, 'is', 'was')) return this.#form('be', isWord(word, 'is') ? 'present' : 'past', at + 1);
    const isFuture = this.#isProphecy && isWord(word, 'will', 'shall', 'would');
    return isFuture ? this.#foretold(at + 1) : this.#form('finite', 'past', at);
  }

  #foretold(at: number): Verb {
    return isWord(this.#words[at], 'be', 'become')
      ? this.#form('be', 'present', at + 1)
      : this.#form('future', 'present', at);
  }

  #form(kind: Verb['kind'], tense: Verb['tense'], end: number): Verb {
    return { kind, tense, begins: false, isProphecy: this.#isProphecy, end };
  }

  /** "once ruled", "is now queen" */
  #afterAdverb(at: number): number {
    const { past, present } = this.#context.lexicon.relations;
    const lower = this.#words[at]?.lower ?? '';
    return past.has(lower) || present.has(lower) ? at + 1 : at;
  }

  #name(at: number): Name | null {
    return nameAt(this.#words, at, this.#context.lexicon);
  }

  #phrases(kind: 'verbs' | 'participles' | 'nouns', at: number): readonly RelationPhrase[] {
    const word = this.#words[at];
    if (word === undefined || (word.capital && kind !== 'nouns')) return [];
    return this.#context.lexicon.relations[kind].get(word.lower) ?? [];
  }

  #follows(forms: readonly string[], at: number): boolean {
    return forms.every((form, offset) => this.#words[at + offset]?.lower === form);
  }
}

function first<T, R>(list: readonly T[], read: (item: T) => R | null): R | null {
  for (const item of list) {
    const found = read(item);
    if (found !== null) return found;
  }
  return null;
}

/** "A king of Valdorn" is one of several. */
function isExclusive({ traits }: RelationPhrase): boolean {
  return traits.slot !== undefined && traits.warnsOnly !== true;
}

/** The tense that a verb has by its form, or null where the form doesn't fit. */
function activeTense({ tense }: RelationPhrase, { kind }: Verb): Relation['tense'] | null {
  if (kind === 'finite') return tense === 'base' ? null : tense;
  if (kind === 'future') return tense === 'base' ? 'present' : null;
  if (kind === 'pluperfect') return tense === 'past' ? 'past' : null;
  return tense === 'past' ? 'present' : null;
}
