import { readConfig } from '../src/config.js';
import type { Decision } from '../src/core/decision.js';
import type { NliScorer } from '../src/core/ports.js';
import { likeness, mean, weaker } from '../src/guard/3-nli/evidence.js';
import { nliPair } from '../src/guard/3-nli/hypothesis.js';
import { ask, decide, examine, type PairVerdict } from '../src/guard/pipeline.js';
import { ThreadScorer } from '../src/inference/scorer.js';
import { modelChoice } from '../src/start/nli-scorer.js';
import { systemClock } from '../src/start/system.js';
import { type Engine, type Entry, type Judgement, meets } from './engines.js';
import { sharedWords } from './lexical.js';

/** Nobody waits here, so nothing is refused or given up. */
const PATIENT = { limitMs: 2 ** 31 - 1, queueMax: Number.POSITIVE_INFINITY };

/** The model of the configuration, as the server would ask it; null with NLI=off. */
export async function openPatientScorer(): Promise<ThreadScorer | null> {
  const config = readConfig();
  if (config.NLI === 'off') return null;
  return ThreadScorer.open({ model: modelChoice(config), clock: systemClock, ...PATIENT });
}

const VERSIONS = { normalizer: 0, lexicon: '', model: null, rules: 0 };

/** The guard as it is built, the model included. */
export function allStages(scorer: NliScorer): Engine {
  return { name: 'all stages', judge: (incoming, stored) => judgeWith(scorer, incoming, examineAll(incoming, stored)) };
}

/** The same, but what the model says counts whatever the two clauses look like. */
export function withoutGate(scorer: NliScorer): Engine {
  const open = ({ candidate, verdict }: PairVerdict): PairVerdict => ({
    candidate,
    verdict: { ...verdict, sharesSubject: true, visibleDifference: true, overlap: 1 },
  });
  return {
    name: 'all stages, no gate',
    judge: (incoming, stored) => judgeWith(scorer, incoming, examineAll(incoming, stored), open),
  };
}

/** The model about the stored statements with most words in common, without reading any of them. */
export function inferenceAlone(scorer: NliScorer): Engine {
  const { block, warn, same, maxPairs } = scorer.thresholds;
  return {
    name: 'NLI alone',
    async judge(incoming, stored) {
      const near = nearest(incoming, stored, maxPairs);
      const { scores } = await scorer.score(
        near.map(({ write }) => nliPair(write.statement, incoming.write.statement)),
      );
      const reach = (threshold: number | null, of: typeof mean) =>
        threshold !== null && scores.some((score) => score !== null && of(score) >= threshold);
      const outcome = reach(block, weaker) ? 'block' : reach(warn, mean) || reach(same, likeness) ? 'warn' : 'clean';
      return { outcome, why: 'nli' };
    },
  };
}

function examineAll(incoming: Entry, stored: readonly Entry[]): PairVerdict[] {
  return examine(
    incoming.reading,
    stored.map(({ candidate }) => candidate),
  );
}

async function judgeWith(
  scorer: NliScorer,
  { reading, write }: Entry,
  pairs: readonly PairVerdict[],
  change: (pair: PairVerdict) => PairVerdict = (pair) => pair,
): Promise<Judgement> {
  const { thresholds } = scorer;
  const asked = ask(write.statement, pairs, thresholds);
  const { scores } = await scorer.score(asked.map(({ nli }) => nli));
  const changed = new Map(asked.map(({ pair }) => [pair, change(pair)]));
  const decision = decide({
    ...{ incoming: reading, scores, thresholds, nli: 'asked', versions: VERSIONS },
    examined: pairs.map((pair) => changed.get(pair) ?? pair),
    questions: asked.map(({ pair, nli }) => ({ nli, pair: changed.get(pair) ?? pair })),
  });
  return judgementOf(decision, pairs);
}

function judgementOf({ tier, conflicts, warnings }: Decision, pairs: readonly PairVerdict[]): Judgement {
  const [first] = tier === 'block' ? conflicts : warnings;
  if (first !== undefined && (tier === 'block' || tier === 'warn')) {
    return { outcome: tier, why: `${first.code} ${first.confidence} | ${first.claim?.statement}` };
  }
  const [only, ...others] = pairs;
  if (only === undefined || others.length > 0) return { outcome: 'clean', why: '' };
  const { code, confidence } = only.verdict;
  return { outcome: 'clean', why: `${code} ${confidence} | ${only.candidate.statement}` };
}

function nearest(incoming: Entry, stored: readonly Entry[], count: number): Entry[] {
  return stored
    .filter((entry) => meets(entry, incoming))
    .map((entry) => ({ entry, shared: sharedWords(entry.words, incoming.words) }))
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared)
    .slice(0, count)
    .map(({ entry }) => entry);
}
