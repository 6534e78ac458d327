import { describe, expect, test } from 'vitest';
import { disputeWorld } from '../helpers/disputes.js';

describe('a document that is corrected', () => {
  const { world, violations, disputes } = disputeWorld();

  const send = async (path: string, content: string) => {
    const { status, body } = await world.app.post('/v1/ingest', {
      project: world.project,
      documents: [{ path, content }],
    });
    expect([status, body.errors]).toEqual([200, []]);
    return body;
  };

  const MAB = 'source_type: family_tree\npeople:\n  - name: Mab\n    died: "1090"\n';
  const fair = (date: string, participants = '[Mab, Ode]') =>
    `source_type: timeline\nevents:\n  - name: Fair\n    date: "${date}"\n    participants: ${participants}\n`;
  const ruler = (died: string, until: string) =>
    `source_type: family_tree\npeople:\n  - name: Mab\n    died: "${died}"\n    rules: { name: Ast, valid_from: "1080", valid_until: "${until}" }\n`;
  const tale = (date: string) =>
    `---\ntype: Event\nname: Fair\ndate: "${date}"\nparticipants: [Mab]\n---\n\nAll of Ast came to the fair.\n`;

  const corrections = [
    { what: 'the date of an event', before: [MAB, fair('1095')], after: fair('1088') },
    { what: 'who took part in it', before: [MAB, fair('1095')], after: fair('1095', '[Ode]') },
    { what: 'a death, beside a reign', before: [ruler('1090', '1095')], after: ruler('1096', '1095') },
    { what: 'a reign, beside a death', before: [ruler('1090', '1095')], after: ruler('1090', '1088') },
    { what: 'Markdown', before: [MAB, tale('1095')], after: tale('1088') },
  ];

  test.each(corrections)('no longer clashes: $what', async ({ what, before, after }) => {
    const ending = what === 'Markdown' ? 'md' : 'yaml';
    const paths = before.length === 1 ? [`b.${ending}`] : ['a.yaml', `b.${ending}`];
    for (const [at, content] of before.entries()) await send(paths[at] ?? '', content);
    expect(await violations()).toMatchObject([{ kind: 'anachronism' }]);
    const body = await send(paths.at(-1) ?? '', after);
    expect(body.documents).toMatchObject([{ result: 'updated' }]);
    expect([await violations(), await disputes()]).toEqual([[], []]);
    expect(await violations('resolved')).toMatchObject([{ kind: 'anachronism', resolution: 'gone' }]);
  });

  test('clashes still where only the passage moved', async () => {
    await send('a.yaml', MAB);
    await send('b.yaml', fair('1095'));
    const before = await violations();
    await send('b.yaml', `# The fair of Ast, told anew.\n${fair('1095')}`);
    expect(await violations()).toEqual(before);
    expect(await disputes()).not.toEqual([]);
  });
});
