import type { Candidate } from '../../core/claim.js';
import {
  CONFLICTS_MAX,
  type ComparedPair,
  type Conflict,
  type Decision,
  shownNorms,
  type Warning,
} from '../../core/decision.js';
import type { JudgeVerdict, QuotedSpan } from '../../core/judge.js';
import type { NliThresholds } from '../../core/nli-thresholds.js';
import { isOfOneKind, type Reading, type Slot } from '../../core/norm.js';
import { ALWAYS, intersection } from '../../core/period.js';
import { EVERYWHERE, sharedScope } from '../../core/scope.js';
import type { NliScore, ReasonCode, Verdict } from '../../core/verdict.js';
import { admit, likeness, weaker } from '../3-nli/evidence.js';
import type { PairVerdict } from '../3-nli/gate.js';
import { type AdmittedVerdict, heard } from '../3-nli/judged.js';
import { judgeClashes } from './clashes.js';
import type { Findings } from './findings.js';
import { noticesOf } from './notices.js';
import { decidedUnder, loweredReason } from './policy.js';
import { reasonOf } from './reasons.js';

/** How one pair counts. */
interface Finding {
  pair: PairVerdict;
  weight: 'block' | 'warn' | 'none';
  code: ReasonCode;
  stage: Conflict['stage'];
  score: number;
  nli: NliScore | null;
  /** What a judge said of it, where that counts. */
  verdict?: JudgeVerdict;
  /** What of the policy keeps it from blocking. */
  loweredBy?: Warning['loweredBy'];
}

/** Turns the verdicts and scores of all pairs into one decision. */
export function judge(findings: Findings): Decision {
  const weighed = weighAll(findings);
  const duplicate =
    findings.replaces === true ? undefined : weighed.find(({ pair }) => isRepeated(pair, findings.incoming));
  const clashes = judgeClashes(findings);
  const blocks = [...clashes.conflicts, ...strongest(weighed, 'block').map((found) => conflictOf(found, findings))];
  const notices = noticesOf(findings);
  const ofClaims = [
    ...clashes.warnings,
    ...unsaid(
      strongest(weighed, 'warn').map((found) => warningOf(found, findings)),
      clashes.warnings,
    ),
  ];
  const warnings = [...ofClaims.slice(0, CONFLICTS_MAX - notices.length), ...notices];
  return {
    tier: duplicate !== undefined ? 'unchanged' : blocks.length > 0 ? 'block' : warnings.length > 0 ? 'warn' : 'clean',
    conflicts: duplicate === undefined ? blocks.slice(0, CONFLICTS_MAX) : [],
    conflictsTotal: duplicate === undefined ? blocks.length : 0,
    warnings: duplicate === undefined ? warnings : [],
    duplicateOf: duplicate?.pair.candidate.id ?? null,
    norms: shownNorms(findings.incoming),
    ...(isOfTheRules(findings.incoming) ? {} : { reading: findings.incoming }),
    compared: weighed.map((found) => comparedOf(found, findings.judged)),
    ...nliOf(findings),
    ...judgedBy(findings),
    versions: findings.versions,
    settings: decidedUnder(findings),
  };
}

/** A claim whose relation is told again is told again in words too: one warning says so. */
function unsaid(warnings: readonly Warning[], said: readonly Warning[]): Warning[] {
  const repeated = new Set(
    said.flatMap(({ code, claim }) => (code === 'same_content' && claim !== null ? [claim.id] : [])),
  );
  return warnings.filter(({ code, claim }) => code !== 'same_content' || !repeated.has(claim?.id ?? ''));
}

/** What is kept of the NLI stage beside the scores: enough to weigh them again when another model has come. */
function nliOf({
  nli,
  nliFault,
  thresholds,
  questions,
}: Findings): Pick<Decision, 'nli' | 'nliFault' | 'nliThresholds'> {
  return {
    nli,
    ...(nliFault === undefined ? {} : { nliFault }),
    ...(questions.length === 0 ? {} : { nliThresholds: thresholds }),
  };
}

/** Who judges, and what is left to a job. */
function judgedBy({ judged = null }: Findings): Pick<Decision, 'judge'> {
  if (judged === null) return {};
  const { said: _said, ...judge } = judged;
  return { judge };
}

/** Whether the rules read all of it in its words, so that they can do so again. */
function isOfTheRules({ source, normalizerState, norms, isProphecy }: Reading): boolean {
  const isPlaced = norms.some(({ relation }) => relation?.entities !== undefined);
  return source === undefined && normalizerState === 'read' && !isPlaced && isProphecy === undefined;
}

function weighAll(findings: Findings): Finding[] {
  const { examined, questions, scores, thresholds, replaces, incoming, judged = null } = findings;
  const byPair = new Map(questions.map((question, at) => [question.pair, scores[at] ?? null]));
  return examined.map((pair) => {
    const repeats = replaces === true && isRepeated(pair, incoming) ? 'warn' : 'none';
    const found = weigh(pair, byPair.get(pair) ?? null, thresholds, repeats);
    return lower(withJudge(found, heard(pair, judged)), findings);
  });
}

/** The same in the same words, and as much of a prophecy. */
function isRepeated({ verdict, candidate }: PairVerdict, incoming: Reading): boolean {
  return verdict.code === 'same_text' && isOfOneKind(candidate.reading, incoming);
}

function weigh(
  pair: PairVerdict,
  nli: NliScore | null,
  thresholds: NliThresholds,
  repeats: Finding['weight'],
): Finding {
  const { verdict } = pair;
  const admitted = nli === null ? 'none' : admit(nli, verdict, thresholds);
  if (nli !== null && (admitted === 'block' || admitted === 'warn')) {
    return { pair, weight: admitted, code: 'nli_contradiction', stage: 'nli', score: weaker(nli), nli };
  }
  const weight = verdict.code === 'same_text' ? repeats : structuralWeight(pair);
  // What the rules doubt stays a doubt, whatever the model takes it for.
  if (nli !== null && admitted === 'same' && weight === 'none') {
    return { pair, weight: 'warn', code: 'nli_restatement', stage: 'nli', score: likeness(nli), nli };
  }
  return { pair, weight, code: verdict.code, stage: 'structural', score: 1, nli };
}

/** A judge adds to what the other stages find, and takes nothing from it. */
function withJudge(found: Finding, admitted: AdmittedVerdict | null): Finding {
  if (admitted === null || found.weight === 'block' || found.weight === admitted.evidence) return found;
  const { verdict, evidence } = admitted;
  const judged = { code: 'judge_contradiction', stage: 'judge', score: verdict.certainty, verdict } as const;
  return { ...found, ...judged, weight: evidence };
}

/** A prophecy, a policy, the length of a statement, or a source that nobody vouches for makes a warning of a block, never the other way round. Which of the two claims came first does not count. */
function lower(found: Finding, findings: Findings): Finding {
  if (found.weight !== 'block') return found;
  const { kind, incoming } = findings;
  const { warnKinds, warnCodes } = decidedUnder(findings).policy;
  const isForetold = incoming.isProphecy === true || found.pair.candidate.reading.isProphecy === true;
  if (isForetold) return { ...found, weight: 'warn', loweredBy: 'prophecy' };
  if (warnCodes.includes(found.code)) return { ...found, weight: 'warn', loweredBy: 'code' };
  const isOfKind = warnKinds.some((one) => one === kind || one === found.pair.candidate.kind);
  if (isOfKind) return { ...found, weight: 'warn', loweredBy: 'kind' };
  const isUnlocked = found.pair.isUnlocked === true && found.stage === 'structural';
  if (isUnlocked) return { ...found, weight: 'warn', loweredBy: 'length' };
  return found.pair.candidate.isAdvisory === true ? { ...found, weight: 'warn', loweredBy: 'source' } : found;
}

function structuralWeight({ verdict, isUnlocked }: PairVerdict): Finding['weight'] {
  if (isUnlocked === true) return 'block';
  if (verdict.kind === 'contradiction' && verdict.confidence === 'HIGH') return 'block';
  const warns = verdict.confidence === 'MED' || verdict.code === 'same_content';
  return warns ? 'warn' : 'none';
}

/** What a policy lowered before the rest; structural blocks before those of the NLI stage, then by score, then by id, so that the order never depends on the input's. */
function strongest(findings: readonly Finding[], weight: Finding['weight']): Finding[] {
  const order = (found: Finding) => (found.loweredBy === undefined ? 0 : 2) + (found.stage === 'structural' ? 1 : 0);
  return findings
    .filter((found) => found.weight === weight)
    .sort((a, b) => order(b) - order(a) || b.score - a.score || (a.pair.candidate.id < b.pair.candidate.id ? -1 : 1));
}

function conflictOf(found: Finding, findings: Findings): Conflict {
  const { pair, code, stage, score } = found;
  const { candidate, verdict } = pair;
  const { incoming } = findings;
  const ours = incoming.norms[verdict.norms.incoming];
  const theirs = candidate.reading.norms[verdict.norms.stored];
  return {
    claim: claimOf(candidate),
    tier: 'block',
    code,
    confidence: verdict.confidence,
    stage,
    score,
    slots: verdict.slots,
    shared: {
      scope: sharedScope(theirs?.scope ?? EVERYWHERE, ours?.scope ?? EVERYWHERE),
      period: intersection(theirs?.period ?? ALWAYS, ours?.period ?? ALWAYS) ?? ALWAYS.possible,
    },
    spans: verdict.spans,
    ...quotesOf(found, findings),
    reason: told(code, found, findings),
  };
}

const AS_PROPOSED = ' So a language model reads one of them, or both; the rules alone do not see it.';

/** A judge gives its own reason; what only a language model reads in a statement is told as that. */
function told(code: ReasonCode, { pair, verdict }: Finding, { statement = '' }: Pick<Findings, 'statement'>): string {
  const isProposed = pair.verdict.isProposed === true && code === pair.verdict.code;
  const slots = asWritten(pair.verdict, [pair.candidate.statement, statement]);
  const sentence = `${reasonOf(code, slots)}${isProposed ? AS_PROPOSED : ''}`;
  return verdict === undefined || verdict.why === '' ? sentence : `${sentence} ${verdict.why}`;
}

/** Slots that people know by the words of the text; amounts are told in one unit. */
const WORDED: ReadonlySet<Slot> = new Set<Slot>(['value', 'object', 'predicate']);

/** The slots of a verdict as the texts write what decides, where that is a word of either: "info" for "information". */
function asWritten({ slots, spans }: Verdict, texts: readonly [stored: string, incoming: string]): Verdict['slots'] {
  const [[stored, ...more], [incoming, ...others]] = [spans.stored, spans.incoming];
  if (stored === undefined || incoming === undefined || more.length + others.length > 0) return slots;
  if (!WORDED.has(stored.slot) || slots[stored.slot] === undefined) return slots;
  const words = [stored, incoming].map(({ start, end }, side) => texts[side]?.slice(start, end).replace(OWNING, ''));
  const [one = '', other = ''] = words;
  return one === '' || other === '' ? slots : { ...slots, [stored.slot]: [one, other] };
}

const OWNING = /['’]s?$/;

function quotesOf(
  { pair, verdict }: Finding,
  { statement = '' }: Pick<Findings, 'statement'>,
): Pick<Conflict, 'quotes'> {
  if (verdict === undefined || verdict.quotes === null) return {};
  const { stored, incoming } = verdict.quotes;
  const words = (text: string, { start, end }: QuotedSpan) => text.slice(start, end);
  return { quotes: { stored: words(pair.candidate.statement, stored), incoming: words(statement, incoming) } };
}

function claimOf({ id, statement, who, reason, kind, systemFrom }: Candidate): Conflict['claim'] {
  return { id, statement, who, reason, kind, systemFrom };
}

function warningOf(found: Finding, findings: Findings): Warning {
  const { pair, code, stage, loweredBy } = found;
  const { candidate, verdict } = pair;
  const reason = told(code, found, findings);
  return {
    code,
    claim: { id: candidate.id, statement: candidate.statement },
    confidence: verdict.confidence,
    stage,
    slots: verdict.slots,
    ...quotesOf(found, findings),
    ...(loweredBy === undefined ? { reason } : { reason: loweredReason(reason, loweredBy), loweredBy }),
  };
}

function comparedOf({ pair, nli }: Finding, judges: Findings['judged']): ComparedPair {
  const { candidate, verdict } = pair;
  const judged = judges?.said.get(pair);
  return {
    id: candidate.id,
    systemFrom: candidate.systemFrom,
    kind: verdict.kind,
    confidence: verdict.confidence,
    code: verdict.code,
    nli,
    ...(judged === undefined ? {} : { judged }),
  };
}
