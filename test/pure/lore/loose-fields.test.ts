import { describe, expect, test } from 'vitest';
import { readDocument } from '../../../src/lore/ingest/read.js';

const TYPES = ['Person', 'Location'];

function front(fields: string) {
  const content = `---\n${fields}\n---\n# Heading\n\nText.\n`;
  const document = readDocument({ uri: 'a.md', format: 'markdown', content }, TYPES);
  if (Array.isArray(document)) throw new Error(JSON.stringify(document));
  return document;
}

describe('front matter as other programs write it', () => {
  test.each([
    [
      'a decision record',
      'status: accepted\ndate: 2026-03-31\ndeciders: [Lea, Tom]',
      { status: 'accepted', date: '2026-03-31', deciders: 'Lea, Tom' },
    ],
    ['a note', 'aliases: [x]\ntags:\n  - a\n  - b\ncssclass: wide', { aliases: 'x', tags: 'a, b', cssclass: 'wide' }],
    [
      'a page of documentation',
      'id: intro\nsidebar_position: 2\nslug: /',
      { id: 'intro', sidebar_position: 2, slug: '/' },
    ],
    [
      'a page of a site',
      'type: post\nweight: 3\ndraft: true\nmenu:\n  main:\n    weight: 1',
      { type: 'post', weight: 3, draft: true, menu: '{"main":{"weight":1}}' },
    ],
  ])('%s: what is no field is kept as a property, and said', (_, fields, properties) => {
    const document = front(fields);
    expect(document.properties).toEqual(properties);
    expect(document.warnings).toEqual([
      {
        code: 'unknown_fields',
        reason: `Not fields of lore, and kept as properties: ${Object.keys(properties).join(', ')}.`,
      },
    ]);
  });

  test('fields of lore stay fields, also with a number where a text belongs; likely ones are hinted at', () => {
    const document = front('title: 2026\nreliability: rumor\nsource: old letters\nrelatons: 1');
    expect(document).toMatchObject({ title: '2026', reliability: 'rumor', source: 'old letters' });
    expect(document.warnings[0]?.reason).toContain('relatons (did you mean relations?)');
  });

  test('those of a page of an entity are its properties', () => {
    const { entities, properties } = front('type: Person\nname: Ilse Vorn\nspouse: Per Holt\nborn: 12');
    expect(entities[0]).toMatchObject({ name: 'Ilse Vorn', properties: { spouse: 'Per Holt' } });
    expect(properties).toEqual({});
  });

  test('none is kept beyond a number of them', () => {
    const many = Array.from({ length: 300 }, (_, at) => `key${at}: ${at}`).join('\n');
    const { properties, warnings } = front(many);
    expect(Object.keys(properties)).toHaveLength(100);
    expect(warnings[0]?.reason).toContain('and 290 more');
  });
});
