import type { z } from 'zod';
import type { lexiconFiles } from './lexicon-files.js';
import { mapValues } from './map-values.js';

/** Parts of a record of a decision: what was decided, what was weighed for it, what follows from it. */
export const DOCUMENT_SECTIONS = ['decided', 'argued', 'expected'] as const;
export type DocumentSection = (typeof DOCUMENT_SECTIONS)[number];

/**
 * Words in names of documents and in headings: what orders are under them, rules, steps of a guide, or what an option does;
 * verbs of orders that only point somewhere, and what says what following one is for.
 */
export interface DocumentWords {
  ruling: ReadonlySet<string>;
  howTo: ReadonlySet<string>;
  describing: ReadonlySet<string>;
  /** Words in headings under which is told how one works with a thing: steps, but rules for agents. */
  working: ReadonlySet<string>;
  /** Words in names of documents that are for agents. */
  addressing: ReadonlySet<string>;
  pointing: ReadonlySet<string>;
  purposes: readonly string[];
  /** Verbs that tell of a decision whoever made it. */
  deciding: ReadonlySet<string>;
  /** Verbs that recommend. */
  recommending: ReadonlySet<string>;
  /** Words in names of documents that only record what was changed. */
  recording: ReadonlySet<string>;
  /** Words in names of folders of records of decisions. */
  decisionFolders: ReadonlySet<string>;
  /** What only invites: "you are *welcome* to …". */
  inviting: readonly string[];
  /** Words in headings under which what is so is agreed. */
  agreeing: ReadonlySet<string>;
  /** What headings of records of decisions call their parts, and what kind of part that is. */
  sections: ReadonlyMap<string, DocumentSection>;
  /** Words that may follow such a name: "consequences *of* …". */
  joining: ReadonlySet<string>;
  /** Words in headings, and in what leads to lists, under which something is weighed. */
  arguing: ReadonlySet<string>;
  /** Words of headings under which one of several ways is weighed: "Considered options", "Cons". */
  weighing: ReadonlySet<string>;
  /** What begins a sentence that says whether something speaks for or against: "*Good*, because …". */
  verdicts: ReadonlySet<string>;
  /** Words for a document that holds no more. */
  lapsed: ReadonlySet<string>;
  /** Words by which only some of it does. */
  partial: ReadonlySet<string>;
  /** What begins a sentence that comments on the one before. */
  commenting: readonly string[];
  /** Verbs that tell of what a rule is for: "this *applies* to …". */
  applying: ReadonlySet<string>;
  /** Words by which something is to be otherwise than it is: "*fewer*". */
  comparing: ReadonlySet<string>;
  /** Verbs that tell what follows from a decision. */
  effects: ReadonlySet<string>;
  /** Verbs that do after an act: "using it *makes* …". */
  effectsOfActs: ReadonlySet<string>;
  /** Verbs that do of people: "it *lets* us …". */
  effectsOnUs: ReadonlySet<string>;
  /** Verbs that begin an order where they begin a sentence in their base form. */
  ordering: ReadonlySet<string>;
  /** What may stand before the verb of an order: "*please* use …", beside adverbs in -ly. */
  leadingOrders: ReadonlySet<string>;
  /** What stands behind a noun, so that the word before is no verb of an order: "use *of* …". */
  notOrdered: ReadonlySet<string>;
  /** Further words that stand before an article and are no verbs: "*whether* the …". */
  linking: ReadonlySet<string>;
  /** Verbs of what may happen, which nobody permits: "users may *need* …". */
  happening: ReadonlySet<string>;
  /** What is allowed where there is none of it: "there is no *limit* on …". */
  limits: ReadonlySet<string>;
  /** What begins a sentence that grants something against a decision. */
  conceding: ReadonlySet<string>;
  /** Verbs that tell how somebody sees a thing. */
  seeming: ReadonlySet<string>;
  /** What begins an object: "test *the* …". */
  objects: ReadonlySet<string>;
  /** What makes a rule of what is so: "it *never* pushes". */
  absolute: ReadonlySet<string>;
  /** Verbs that say where a thing is to be: "tests *live* in …". */
  placing: ReadonlySet<string>;
  /** Verbs that tell what people make it a rule to do: "we *use* …". */
  practising: ReadonlySet<string>;
  /** Words in headings over what is gone through again and again: a *checklist*. */
  checking: ReadonlySet<string>;
  /** What a rule without a verb ends in: "Python 3.10 *required*". */
  closing: ReadonlySet<string>;
  /** What begins a phrase after which, behind a comma, an order may begin: "*when* using X, …". */
  fronting: ReadonlySet<string>;
  /** Verbs of what should come to be by itself. */
  becoming: ReadonlySet<string>;
  /** Whole names of headings under which what is so is agreed. */
  agreedNames: ReadonlySet<string>;
  /** The same of those under which stands what is not to be: "*Don't*". */
  forbiddenNames: ReadonlySet<string>;
  /** Whole names of headings, columns and labels over orders: "*Do*: sign the build". */
  orderedNames: ReadonlySet<string>;
  /** Kinds of text: in the title of a document they say nothing of what stands in its parts. */
  genres: ReadonlySet<string>;
  /** Words in headings under which is told what there is. */
  surveying: ReadonlySet<string>;
  /** Verbs that order to look something up, where they say when: "*read* X before you …". */
  consulting: ReadonlySet<string>;
  /** Verbs of orders that are names as often: they order where what follows shows it, "*test* each parser". */
  orderingOrNaming: ReadonlySet<string>;
  /** What makes a rule of what is so by saying what rank it has: "X is *immutable*". */
  binding: readonly string[];
  /** Adjectives that only say what somebody thinks of a thing. */
  praising: ReadonlySet<string>;
  /** What says that something is so for a time. */
  temporary: readonly string[];
  /** What begins a sentence that tells what was done for a decision: "*Rejected*: …". */
  reporting: ReadonlySet<string>;
  /** Words in headings under which something is only shown. */
  exemplary: ReadonlySet<string>;
  /** Labels that tell of the document itself: "*Updated*: 2 May". */
  metadata: ReadonlySet<string>;
  /** Words before a verb in its base form that keep it from telling of several: "*to* run". */
  auxiliaries: ReadonlySet<string>;
  /** Words that make a sentence of what has them, whatever the reading finds. */
  finite: ReadonlySet<string>;
  /** Ends of words that are no base form of a verb. */
  notBaseEndings: readonly string[];
  /** What is ours, behind "our", "the" or "this": "our *code*". */
  ownThings: ReadonlySet<string>;
  /** Prepositions behind a verb that says where a thing is to be. */
  places: ReadonlySet<string>;
  /** What makes a further verb of one: "*re*install". */
  verbPrefixes: readonly string[];
  /** Nouns for what speaks for or against something: "the *trade-off* is that we must …". */
  costs: ReadonlySet<string>;
  /** Forms of verbs, and nouns, before what somebody only has in mind: "Ana *proposed* that …". */
  proposing: ReadonlySet<string>;
  /** Words before an "if" that asks: "Ben *asked* if …". */
  wondering: ReadonlySet<string>;
  /** Forms of verbs that tell what somebody said at some time. */
  telling: ReadonlySet<string>;
  /** Nouns for people, who are permitted things. */
  people: ReadonlySet<string>;
  /** Products whose names are verbs. */
  products: ReadonlySet<string>;
}

/** Compiles the file of these words. */
export function documentWords(file: z.infer<typeof lexiconFiles.documents>): DocumentWords {
  const { purposes, commenting, binding, temporary, inviting, sections, not_base_endings, verb_prefixes, ...lists } =
    file;
  const names = DOCUMENT_SECTIONS.flatMap((kind) => sections[kind].map((name) => [name, kind] as const));
  const {
    how_to,
    decision_folders,
    effects_of_acts,
    effects_on_us,
    agreed_names,
    forbidden_names,
    ordered_names,
    ordering_or_naming,
    leading_orders,
    not_ordered,
    own_things,
    ...same
  } = lists;
  const renamed = {
    ...{ howTo: how_to, effectsOfActs: effects_of_acts, effectsOnUs: effects_on_us },
    ...{
      agreedNames: agreed_names,
      forbiddenNames: forbidden_names,
      orderedNames: ordered_names,
      orderingOrNaming: ordering_or_naming,
    },
    ...{
      leadingOrders: leading_orders,
      notOrdered: not_ordered,
      ownThings: own_things,
      decisionFolders: decision_folders,
    },
  };
  const sets = mapValues({ ...same, ...renamed }, (list) => new Set(list));
  const ends = { notBaseEndings: not_base_endings, verbPrefixes: verb_prefixes };
  return { ...sets, ...ends, purposes, commenting, binding, temporary, inviting, sections: new Map(names) };
}
