import type { Answer } from './story.js';

/** One step of the story as text: what was sent, what came back and why. */
export function describeAnswer(turn: number, title: string, path: string, body: object, answer: Answer): string {
  return [`${turn}. ${title}`, `   POST ${path} ${sent(body)}`, ...reply(answer).map((line) => `   ${line}`), ''].join(
    '\n',
  );
}

function sent(body: object): string {
  const { statement, scope, valid_from, valid_until, force_exception } = body as Record<string, unknown>;
  const shown = { statement, scope, valid_from, valid_until, force_exception };
  return JSON.stringify(Object.fromEntries(Object.entries(shown).filter(([, value]) => value != null)));
}

function reply({ status, body }: Answer): string[] {
  const head = `→ ${status} ${body.result ?? body.code ?? ''}${body.tier === undefined ? '' : `, tier ${body.tier}`}`;
  const disputed = body.claim?.is_disputed ? ['  The claim is disputed.'] : [];
  const warnings = (body.warnings ?? []).map(({ code, reason }) => `  warning ${code}: ${reason}`);
  return [head, ...(body.conflicts ?? []).flatMap(conflictLines), ...warnings, ...disputed, ...waysOut(body)];
}

function conflictLines(conflict: NonNullable<Answer['body']['conflicts']>[number]): string[] {
  const { claim, code, reason } = conflict;
  return [`  conflicts with "${claim.statement}" (${claim.who})`, `  ${code}: ${reason}`];
}

function waysOut({ resolutions = [] }: Answer['body']): string[] {
  if (resolutions.length === 0) return [];
  const named = resolutions.map(({ action, needs }) =>
    needs.length === 0 ? action : `${action} (needs ${needs.join(', ')})`,
  );
  return [`  ways out: ${named.join(' · ')}`];
}
