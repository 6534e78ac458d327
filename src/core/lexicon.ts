import { z } from 'zod';
import { type Constructions, compileConstructions } from './constructions.js';
import { type DocumentWords, documentWords } from './document-words.js';
import { type AnswerLexicon, compileAnswers } from './lexicon-answers.js';
import { lexiconFiles, type roleSlot, words, wordsByName } from './lexicon-files.js';
import { compileRelations, type RelationLexicon } from './lexicon-relations.js';
import {
  hypernymsOf,
  longSynonyms,
  nearSynonyms,
  type Opposite,
  opposites,
  type StateWord,
  sensesOf,
  singleSynonyms,
  spellings,
  stateWords,
  verbSynonyms,
} from './lexicon-words.js';
import { type LifeWords, lifeWords } from './life-words.js';
import { mapValues } from './map-values.js';
import { type Meaning, meaningsOf } from './meaning.js';
import type { Modality } from './modality.js';
import type { ConditionKind } from './norm.js';
import { type Phrases, compilePhrases as phrases } from './phrases.js';
import type { Bound } from './quantity.js';
import { compileReferences, type Reference } from './reference.js';
import { type RelationTypes, relationTypes } from './relation-type.js';
import { type Forms, lemma, stem } from './stem.js';
import { type StoryWords, storyWords } from './story-words.js';
import { countWords, type UnitWord, unitWords } from './units.js';

const valueFile = z.strictObject({
  class: z.string(),
  members: wordsByName,
  /** Members that are common words as well, and count only where they are written as names. */
  names: words.optional(),
  /** The class that they are members of too, where one of it is picked: a cache may be the store of the sessions. */
  within: z.string().optional(),
});

export { lexiconFiles };

export type LexiconFileName = keyof typeof lexiconFiles;
type Parsed = { [Name in LexiconFileName]: z.infer<(typeof lexiconFiles)[Name]> };

/** Parsed JSON of the folder: the named files, and one entry for each file under values/. */
export interface LexiconSource {
  files: Record<string, unknown>;
  values: Record<string, unknown>;
}

/** What a modal expression says, plain ("is required to") and negated from outside ("is not required to"). */
export interface ModalForm {
  plain: Modality;
  negated: Modality;
  kind: 'auxiliary' | 'clause' | 'opening' | 'predicate';
}

export interface ValueWord {
  class: string;
  canonical: string;
}

/** A slot that a verb names by itself, and the classes of value beside which it does; without any: beside all. */
export interface SlotVerb {
  slot: string;
  beside?: readonly string[] | undefined;
}

export type RoleSlot = z.infer<typeof roleSlot>;

/** The lexicons, compiled for look-up. Immutable. */
export interface Lexicon {
  /** SHA-256 of the files it was compiled from. */
  hash: string;
  /** What opens an adjunct of a clause, what tells one as told by somebody, and what such things are told in. */
  adjuncts: ReturnType<typeof adjunctWords>;
  /** Words around a norm that are no part of it: labels, sources, reasons, concessions. */
  asides: {
    /** What names a source, with a colon behind it: "(see: the handbook)", "Sources: …". */
    citations: ReadonlySet<string>;
    concessions: Phrases<true>;
    grounds: ReadonlySet<string>;
    interjections: Phrases<true>;
    labels: ReadonlySet<string>;
    openings: Phrases<true>;
    reasons: Phrases<true>;
    sources: Phrases<true>;
    trailing: Phrases<true>;
  };
  modality: Phrases<ModalForm>;
  /** Nouns that name a modality ("a *ban* on X"), what is given with a permission, and the words that stress either. */
  modalNouns: {
    blessings: Phrases<true>;
    nouns: Phrases<Omit<ModalForm, 'kind'>>;
    stress: ReadonlySet<string>;
  };
  cleft: Phrases<true>;
  /** Ways to say "only". */
  exclusives: Phrases<true>;
  contractions: ReadonlyMap<string, readonly string[]>;
  negators: ReadonlySet<string>;
  /** Stems of words that frame what is said: that it was *decided*, that somebody *says* so, that it is *refused*. */
  framing: { [Kind in keyof Parsed['framing']]: ReadonlySet<string> };
  /** Closed lists of words by what they do in a sentence; lexicons/README.md says what each holds. */
  grammar: { [List in keyof Parsed['grammar']]: ReadonlySet<string> };
  oppositions: ReadonlyMap<string, Opposite>;
  /** By stem: what a word may be said for. */
  meanings: ReadonlyMap<string, readonly Meaning[]>;
  /** Kinds that a noun is of, by its stem, and a product by its class: "cat" of "pet" and "animal", "product:linter" of "linter". */
  hypernyms: ReadonlyMap<string, readonly string[]>;
  /** Words that stand for somebody or something that was spoken of: "he", "the city". */
  references: ReadonlyMap<string, Reference>;
  /** By base form. */
  states: ReadonlyMap<string, StateWord>;
  values: Phrases<ValueWord>;
  /** Classes whose members are of another class too. */
  widerClass: ReadonlyMap<string, string>;
  /** Values that are common words as well: *Slack*. */
  nameOnly: ReadonlySet<string>;
  environments: ReadonlyMap<string, string>;
  documents: DocumentWords;
  /** What opens a condition. */
  conditions: Phrases<ConditionKind>;
  /** Other ways to say a thing, by the rarest word of each. */
  constructions: Constructions;
  /** Other spellings, with the one that is read in their place. */
  spellings: ReadonlyMap<string, string>;
  /** Other spellings and short forms, with the word that they stand for. */
  synonyms: ReadonlyMap<string, string>;
  /** The same for verbs that are nouns with another sense: only where one is the verb of its clause. */
  verbSynonyms: ReadonlyMap<string, string>;
  /** Nouns of action, with the verb for what is done: encryption → encrypt. */
  actions: ReadonlyMap<string, string>;
  units: Phrases<UnitWord>;
  /** Nouns that are counted: 3 *requests*. */
  counts: Phrases<UnitWord>;
  /** What joins the two units of a rate: requests *per* second. */
  per: ReadonlySet<string>;
  /** Letters that multiply the number before them: 2*k*. */
  multipliers: ReadonlyMap<string, number>;
  /** "at least" → ">=". */
  bounds: Phrases<Bound>;
  lists: Phrases<true>;
  lives: LifeWords;
  /** How what is said now bears on what was said before; the guard reads none of them. */
  stories: StoryWords;
  /** Adjectives of judgement. */
  characterisations: ReadonlySet<string>;
  slotHeads: ReadonlySet<string>;
  /** Nouns that say what kind of thing is meant but not which: the *option*, the *value*. */
  genericNouns: ReadonlySet<string>;
  /** Nouns that add nothing to the slot head before them: the default *value*. */
  lightNouns: ReadonlySet<string>;
  /** Adjectives that make a slot single-valued: the *latest* release. */
  slotMarkers: ReadonlySet<string>;
  /** Nouns whose members are told apart by a number: *room* 5. */
  numberedNouns: ReadonlySet<string>;
  /** Nouns and ranks beside which a number is a value: *factor* 3, the *top* 5. */
  quantityNouns: ReadonlySet<string>;
  /** Nouns of which one has several: *brother*, *member*. */
  sharedNouns: ReadonlySet<string>;
  /** Adjectives that say what the quantity before them is of: 3 km *long* is its length. */
  measures: ReadonlyMap<string, string>;
  /** Verbs that say where someone or something is. */
  placeVerbs: ReadonlySet<string>;
  /** Verbs that only link a slot with its value: X *has* a width of 3. */
  weakVerbs: ReadonlySet<string>;
  /** Verbs that name a slot by themselves: "weighs" stands for "weight", "kept" beside a duration for "retention". */
  slotVerbs: ReadonlyMap<string, SlotVerb>;
  /** Verbs that only one can do to a thing, with the slot that they fill: X *owns* Y. */
  agentVerbs: ReadonlyMap<string, string>;
  /** Roles that one thing fills at a time, by verb and preposition: a ticket is *assigned to* one. */
  roles: Record<'active' | 'passive', ReadonlyMap<string, RoleSlot>>;
  /** How plain sentences tell of relations between named things. */
  relations: RelationLexicon;
  /** The same for what is about to be said of a world, its names known. */
  answers: AnswerLexicon;
  /** What is known of each relation type. */
  relationTypes: RelationTypes;
  /** Expressions with the plain words for them; `gerund` ones only before one ("stopped using"). */
  rewrites: { gerund: Phrases<readonly string[]>; plain: Phrases<readonly string[]> };
  /** What a preposition may say, sense by sense with a space between: "into" is "toward". */
  prepositionSenses: Phrases<string>;
  /** Nouns for a group of people that can be named: the payments *team*. */
  groups: ReadonlySet<string>;
  /** Verbs that pick one of several: *use* X. */
  choiceVerbs: ReadonlySet<string>;
  /** Words that make a number a rough one. */
  approximate: ReadonlySet<string>;
  /** Adjectives of one member among others: a *possible* value. */
  examples: ReadonlySet<string>;
  /** Verbs whose object may be many at once: *supports* X. */
  manyVerbs: ReadonlySet<string>;
  verbs: ReadonlySet<string>;
  irregular: ReadonlyMap<string, string>;
  once: ReadonlySet<string>;
  /** Verbs whose forms are hardly ever nouns: belong, contain. */
  onlyVerbs: ReadonlySet<string>;
  /** After these a thing is no more, or no more so: retire, replace. */
  ending: ReadonlySet<string>;
  /** Verbs after which a thing is no more, and of these what it does by itself; verbs of what outlasts it. */
  gone: ReadonlySet<string>;
  goneByItself: ReadonlySet<string>;
  outlasting: ReadonlySet<string>;
  /** Verbs that leave behind what they tell of, and those that leave what comes behind "from": replace X, move from X. */
  leaving: ReadonlySet<string>;
  leavingFrom: ReadonlySet<string>;
  /** Of these, where who does it is who leaves. */
  departing: ReadonlySet<string>;
  /** What happens again and again: erupt, visit. */
  recurrent: ReadonlySet<string>;
  stative: ReadonlySet<string>;
  /** Words that carry no content of their own. */
  functionWords: ReadonlySet<string>;
  /**
   * Function words by what they are; `partial` quantifiers speak of some of a kind only. `telling` prepositions make a
   * difference (per tenant, across tenants), so they stay content; they are among the prepositions too.
   */
  kinds: { [Kind in keyof Parsed['function-words']]: ReadonlySet<string> };
}

/** Checks the files against their schemas and builds the look-up maps. Throws on a file that does not fit. */
export function compileLexicon(source: LexiconSource, hash: string): Lexicon {
  const files = parseFiles(source.files);
  const values = Object.values(source.values).map((file) => valueFile.parse(file));
  const forms = formsOf(files);
  const { telling, ...functional } = files['function-words'];
  const kinds = {
    ...mapValues(files['function-words'], (list) => new Set(list)),
    prepositions: new Set([...functional.prepositions, ...telling]),
  };
  return {
    hash,
    ...forms,
    kinds,
    adjuncts: adjunctWords(files.adjuncts),
    asides: asides(files.asides),
    modality: phrases(modalForms(files.modality)),
    modalNouns: modalNouns(files.modality),
    cleft: phrases(files.negation.cleft.map((text) => [text, true])),
    exclusives: phrases(files.negation.exclusive.map((text) => [text, true])),
    contractions: new Map(Object.entries(files.negation.contractions).map(([k, v]) => [k, v.split(' ')])),
    negators: new Set(files.negation.negators),
    framing: mapValues(files.framing, (list) => new Set(list.map((word) => stem(word, forms)))),
    grammar: mapValues(files.grammar, (list) => new Set(list)),
    oppositions: opposites(files, forms),
    meanings: meaningsOf(nearSynonyms(files), files.alternatives, (word) => stem(word, forms)),
    hypernyms: hypernymsOf(files.hypernyms, values, forms),
    states: stateWords(files.states, files.synonyms),
    values: phrases(values.flatMap(valueForms)),
    widerClass: new Map(values.map((file) => [file.class, file.within ?? file.class])),
    nameOnly: new Set(values.flatMap(({ names = [] }) => names)),
    environments: inverted(files.environments),
    documents: documentWords(files.documents),
    conditions: phrases([...inverted(files.conditions)] as [string, ConditionKind][]),
    constructions: compileConstructions(files.constructions),
    verbSynonyms: verbSynonyms(files.synonyms),
    bounds: phrases([...inverted(files.bounds)] as [string, Bound][]),
    units: phrases(unitWords(files.units)),
    counts: phrases(countWords(files.units)),
    per: new Set(files.units.per),
    multipliers: new Map(Object.entries(files.units.multipliers)),
    ...slotWords(files.slots, forms),
    roles: mapValues(files.roles, (roles) => new Map(Object.entries(roles))),
    relations: compileRelations(files.relations, forms, new Set(files.verbs.once)),
    answers: compileAnswers(files.answers, files.relations, forms, new Set(files.verbs.once)),
    ...{ relationTypes: relationTypes(files.relations.types), references: compileReferences(files.references) },
    rewrites: rewritesOf(files, forms),
    prepositionSenses: phrases([...sensesOf(files.prepositions)]),
    lives: lifeWords(files.lives),
    stories: storyWords(files.stories),
    characterisations: new Set(files.characterisations.adjectives),
    once: new Set(files.verbs.once),
    onlyVerbs: new Set(files.verbs.only),
    ending: new Set(files.verbs.ending),
    gone: new Set(files.verbs.gone),
    goneByItself: new Set(files.verbs.gone_by_itself),
    outlasting: new Set(files.verbs.outlasting),
    departing: new Set(files.verbs.departing),
    leaving: new Set(files.verbs.leaving),
    leavingFrom: new Set(files.verbs.leaving_from),
    recurrent: new Set(files.verbs.recurrent),
    stative: new Set(files.verbs.stative),
    functionWords: new Set(Object.values(functional).flat()),
  };
}

type SlotWords =
  | 'lists'
  | 'slotHeads'
  | 'genericNouns'
  | 'groups'
  | 'lightNouns'
  | 'slotMarkers'
  | 'numberedNouns'
  | 'quantityNouns'
  | 'sharedNouns'
  | 'measures'
  | 'placeVerbs'
  | 'agentVerbs'
  | 'weakVerbs'
  | 'slotVerbs'
  | 'choiceVerbs'
  | 'approximate'
  | 'examples'
  | 'manyVerbs';

/** What fills a slot, and what never does. */
function slotWords(slots: Parsed['slots'], forms: Forms): Pick<Lexicon, SlotWords> {
  return {
    lists: phrases(slots.lists.map((text) => [text, true])),
    slotHeads: new Set(slots.heads),
    genericNouns: new Set(slots.generic),
    groups: new Set(slots.groups),
    lightNouns: new Set(slots.light),
    slotMarkers: new Set(slots.markers),
    numberedNouns: new Set(slots.numbered),
    quantityNouns: new Set(slots.quantities),
    sharedNouns: new Set(slots.shared),
    measures: new Map(Object.entries(slots.measures)),
    placeVerbs: new Set(slots.places),
    agentVerbs: new Map(Object.entries(slots.agents)),
    weakVerbs: new Set(slots.weak),
    slotVerbs: new Map(Object.entries(slots.verbs)),
    choiceVerbs: new Set(slots.choice_verbs.map((word) => lemma(word, forms))),
    approximate: new Set(slots.approximate),
    examples: new Set(slots.examples),
    manyVerbs: new Set(slots.many_verbs),
  };
}

function formsOf({ verbs: file, synonyms }: Parsed): Forms & Pick<Lexicon, 'spellings'> {
  const verbs = new Set(file.base);
  const spelled = spellings(synonyms, verbs);
  return {
    verbs,
    irregular: new Map(Object.entries(file.irregular)),
    spellings: spelled,
    synonyms: new Map([...spelled, ...singleSynonyms(synonyms)]),
    actions: inverted(file.actions),
  };
}

function parseFiles(files: Record<string, unknown>): Parsed {
  const parsed = Object.entries(lexiconFiles).map(([name, schema]) => [name, schema.parse(files[name])]);
  return Object.fromEntries(parsed) as Parsed;
}

function adjunctWords({ asking, factive, motives, relative, telling, texts, ...phrasal }: Parsed['adjuncts']) {
  const compiled = mapValues(phrasal, (list) => phrases(list.map((text): [string, true] => [text, true])));
  const single = mapValues({ asking, factive, motives, relative, telling, texts }, (list) => new Set(list));
  return { ...compiled, ...single };
}

function asides({ citations, grounds, labels, ...files }: Parsed['asides']): Lexicon['asides'] {
  const compiled = mapValues(files, (list) => phrases(list.map((text): [string, true] => [text, true])));
  return { ...compiled, citations: new Set(citations), grounds: new Set(grounds), labels: new Set(labels) };
}

function modalForms(file: Parsed['modality']): [string, ModalForm][] {
  return (['auxiliary', 'clause', 'opening', 'predicate'] as const).flatMap((kind) =>
    Object.entries(file[kind]).map(([text, entry]): [string, ModalForm] => [text, { ...entry, kind }]),
  );
}

function modalNouns({ blessing, noun, stress }: Parsed['modality']): Lexicon['modalNouns'] {
  return {
    blessings: phrases(blessing.map((text) => [text, true])),
    nouns: phrases(Object.entries(noun)),
    stress: new Set(stress),
  };
}

function valueForms(file: z.infer<typeof valueFile>): [string, ValueWord][] {
  return Object.entries(file.members).flatMap(([canonical, aliases]) =>
    [canonical, ...aliases].map((text): [string, ValueWord] => [text, { class: file.class, canonical }]),
  );
}

function rewritesOf({ rewrites: { gerund, plain }, synonyms }: Parsed, { irregular }: Forms): Lexicon['rewrites'] {
  return {
    gerund: phrases(rewrites(gerund)),
    plain: phrases([...rewrites(plain), ...longSynonyms(synonyms, irregular)]),
  };
}

function rewrites(file: Record<string, string>): [string, readonly string[]][] {
  return Object.entries(file).map(([text, plain]) => [text, plain.split(' ')]);
}

/** Alias → canonical; a canonical name is its own alias. */
function inverted(file: Record<string, string[]>): Map<string, string> {
  return new Map(Object.entries(file).flatMap(([name, aliases]) => [name, ...aliases].map((alias) => [alias, name])));
}
