import { describe, expect, test } from 'vitest';
import { DOCUMENT_MAX, type DocumentFormat, formatOf, type LoreDocument } from '../../../src/core/document.js';
import { ENTITY_TYPES } from '../../../src/core/lore.js';
import { FIELDS } from '../../../src/lore/ingest/fields.js';
import { readDocument } from '../../../src/lore/ingest/read.js';
import { lexicon } from '../../helpers/lexicon.js';

const read = (format: DocumentFormat, content: string) => readDocument({ uri: 'x', format, content }, ENTITY_TYPES);

function good(format: DocumentFormat, content: string): LoreDocument {
  const document = read(format, content);
  if (Array.isArray(document)) throw new Error(JSON.stringify(document));
  return document;
}

/** `4:7 people.0.born must be …` */
function errors(format: DocumentFormat, content: string): string[] {
  const document = read(format, content);
  return Array.isArray(document)
    ? document.map(({ line, column, path, message }) => `${line}:${column} ${path} ${message}`)
    : [];
}

const people = (fields: string) => `source_type: family_tree\npeople:\n  - name: Ilse\n    ${fields}\n`;
const NOT_TEXT = 'must be a text; put numbers and true, false or null in quotes';

describe('what is wrong with a document is told with line, column and field', () => {
  test.each<[string, DocumentFormat, string, string]>([
    [
      'a field that is misspelt',
      'yaml',
      people('parnets: [Odo]'),
      '4:5 people.0.parnets is not a field here; did you mean parents?',
    ],
    [
      'a field of another kind of thing',
      'yaml',
      people('holders: Odo'),
      '4:5 people.0.holders is not a field here; there are',
    ],
    ['a number as a name', 'yaml', people('aliases: [12]'), `4:15 people.0.aliases.0 ${NOT_TEXT}`],
    ['true as a text', 'yaml', people('gender: true'), `4:13 people.0.gender ${NOT_TEXT}`],
    [
      'a list as a date',
      'yaml',
      people('born: [1, 2]'),
      '4:11 people.0.born must be a date such as 340 TA, or unknown',
    ],
    ['a number with a fraction as a date', 'yaml', people('born: 3.5'), '4:11 people.0.born must be a date'],
    [
      'a link without a name',
      'yaml',
      people('spouses: [{ valid_from: 3 }]'),
      '4:15 people.0.spouses.0.name must be given',
    ],
    [
      'a number as a link',
      'yaml',
      people('parents: 3'),
      '4:14 people.0.parents must be a name, a map with a name, or a list of those',
    ],
    [
      'a wrong field of a link',
      'yaml',
      people('spouses: { name: Odo, from: 3 }'),
      '4:27 people.0.spouses.from is not a field here',
    ],
    [
      'both ways to say when',
      'yaml',
      people('spouses: { name: Odo, on: 3, valid_from: 2 }'),
      '4:31 people.0.spouses.on stands for both bounds',
    ],
    [
      'a confidence above one',
      'yaml',
      people('parents: { name: Odo, confidence: 2 }'),
      '4:39 people.0.parents.confidence must be a number above 0 and up to 1',
    ],
    ['a name of marks only', 'yaml', people('parents: "?!"'), '4:14 people.0.parents must hold a letter or a digit'],
    ['a white name', 'yaml', people('parents: " "'), '4:14 people.0.parents must hold more than white space'],
    [
      'an item without a name',
      'yaml',
      'source_type: factions\nfactions:\n  - aliases: [X]\n',
      '3:5 factions.0.name must be given',
    ],
    [
      'an item that is no map',
      'yaml',
      'source_type: factions\nfactions:\n  - X\n',
      '3:5 factions.0 must be a map of fields',
    ],
    ['a section that is no list', 'yaml', 'source_type: factions\nfactions: X\n', '2:11 factions must be a list'],
    ['a section of another kind', 'yaml', 'source_type: factions\nevents: []\n', '2:1 events is not a field here'],
    [
      'a kind that there is not',
      'yaml',
      'source_type: recipes\n',
      '1:14 source_type must be one of family_tree, factions',
    ],
    ['a reliability that there is not', 'yaml', 'reliability: sure\n', '1:14 reliability must be one of canonical'],
    [
      'a type that there is not',
      'yaml',
      'entities:\n  - { type: person, name: X }\n',
      '2:13 entities.0.type must be one of Person',
    ],
    ['no type', 'yaml', 'entities:\n  - { name: X }\n', '2:5 entities.0.type must be given'],
    [
      'a type that the section does not take',
      'yaml',
      'source_type: gazetteer\nplaces:\n  - { type: Item, name: X }\n',
      '3:13 places.0.type must be one of Location',
    ],
    [
      'a relation type in small letters',
      'yaml',
      'relations:\n  - { type: rules, from: A, to: B }\n',
      '2:13 relations.0.type must be a type in capitals',
    ],
    [
      'a relation without an end',
      'yaml',
      'relations:\n  - { type: RULES, from: A }\n',
      '2:5 relations.0.to must be given',
    ],
    [
      'a relation of an entity with itself',
      'yaml',
      people('relations: [{ type: RULES, from: A, to: B }]'),
      '4:45 people.0.relations.0.to must be given, or from',
    ],
    ['a key twice', 'yaml', people('born: 3\n    born: 4'), '5:5 (document) tells "born" twice'],
    ['an alias', 'yaml', 'title: X\nsource: *t\n', '2:9 (document) is an alias; write out what it stands for'],
    ['an anchor', 'yaml', 'title: &t X\n', '1:11 (document) has an anchor; leave it out'],
    ['a tag', 'yaml', 'title: !!js/function "x"\n', '1:8 (document) has a tag that is not known'],
    ['two documents', 'yaml', 'title: A\n---\ntitle: B\n', '2:1 (document) begins another document'],
    ['no map', 'yaml', '- a\n', '1:1 (document) must be a map of fields'],
    ['plain text', 'yaml', 'hello\n', '1:1 (document) must be a map of fields'],
    ['an open bracket', 'yaml', 'title: [\n', '2:1 (document) is not valid YAML'],
    ['tabs to indent', 'yaml', 'people:\n\t- name: X\n', '2:1 (document) is not valid YAML'],
    ['a comma too many', 'json', '{\n  "title": "x",\n}', '3:1 (document) is not valid JSON'],
    ['single quotes', 'json', "{'title': 'x'}", '1:2 (document) is not valid JSON'],
    ['a comment', 'json', '{"title": "x"} # y', '1:16 (document) is not valid JSON'],
    ['nothing', 'json', '', '1:1 (document) is not valid JSON'],
    [
      'a wrong field in JSON',
      'json',
      '{\n  "entities": [{ "type": "Item", "name": "X", "born": "3" }]\n}',
      '2:47 entities.0.born is not a field here',
    ],
    ['front matter without an end', 'markdown', '---\ntitle: x\n', '1:1 (document) has front matter without an end'],
    [
      'a wrong field in front matter',
      'markdown',
      '---\nrelations: x\n---\n# X\n',
      '2:12 relations must be a list of relations',
    ],
    [
      'a wrong field of a page',
      'markdown',
      '---\r\ntype: Person\r\nname: X\r\nspouses: 5\r\n---\r\n',
      '4:10 spouses must be a name, a map with a name, or a list of those',
    ],
  ])('%s', (_, format, content, expected) => {
    const found = errors(format, content);
    expect(found[0] ?? '').toContain(expected);
  });

  test('every error is told, up to twenty', () => {
    const items = (count: number) => `entities:\n${'  - { type: Person }\n'.repeat(count)}`;
    expect(errors('yaml', items(3)).map((error) => error.split(' ')[0])).toEqual(['2:5', '3:5', '4:5']);
    expect(errors('yaml', items(50))).toHaveLength(20);
  });

  test('what would take long or deep to read is refused at once', () => {
    const bombs = [
      '['.repeat(400_000),
      '- '.repeat(200_000),
      '? '.repeat(100_000),
      '{a: '.repeat(100_000),
      '[{'.repeat(70),
    ];
    for (const bomb of bombs) {
      expect(errors('yaml', bomb)[0]).toContain('nested too deeply');
      expect(errors('json', bomb)[0]).toMatch(/nested too deeply|not valid JSON/);
    }
    const indented = Array.from({ length: 600 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n');
    expect(errors('yaml', indented)[0]).toContain('nested too deeply');
    expect(errors('yaml', `title: ${'x'.repeat(DOCUMENT_MAX)}`)[0]).toContain('divide it');
  });

  test('brackets in texts nest nothing', () => {
    const text = `title: "${'['.repeat(150)}"\nentities:\n  - type: Person\n    name: X\n    description: |\n      ${'[ { - '.repeat(90)}\n`;
    expect(errors('yaml', text)).toEqual([]);
  });
});

describe('what a document says', () => {
  test('a no stays a text, and so do dates and years', () => {
    const { relations, entities } = good(
      'yaml',
      people('gender: no\n    born: 340\n    died: 0360\n    aliases: [on, yes, 2026-03-31]'),
    );
    expect(relations.map(({ value }) => value)).toEqual(['no', '340', '360']);
    expect(entities[0]?.aliases).toEqual(['on', 'yes', '2026-03-31']);
  });

  test('null and nothing are the same', () => {
    expect(
      good(
        'yaml',
        people('died:\n    parents: null\n    spouses: []\n    title: null').replace('    title: null\n', ''),
      ).relations,
    ).toEqual([]);
    expect(good('yaml', '').entities).toEqual([]);
    expect(good('markdown', '---\n---\n').entities).toEqual([]);
  });

  test('a page is about one entity', () => {
    const page =
      '---\ntype: Item\nname: Bell\nholders: { name: Odo, on: 3 }\nrelations: [{ type: PART_OF, to: Tower }]\n---\nIt rings.';
    const { entities, relations, passages } = good('markdown', page);
    expect(entities.map(({ name, types, isDeclared }) => [name, types, isDeclared])).toEqual([
      ['Bell', ['Item'], true],
      ['Odo', ['Person', 'Faction'], false],
      ['Tower', [], false],
    ]);
    expect(
      relations.map(({ type, from, to, validFrom, validUntil }) => [type, from, to, validFrom?.text, validUntil?.text]),
    ).toEqual([
      ['POSSESSES', 1, 0, '3', '3'],
      ['PART_OF', 0, 2, undefined, undefined],
    ]);
    expect(passages.map(({ isProse, text }) => [isProse, text.split('\n')[0]])).toEqual([
      [false, 'type: Item'],
      [true, 'It rings.'],
    ]);
  });

  test('names mean what the document tells of, whatever their case or where they stand', () => {
    const { entities, relations } = good(
      'yaml',
      'source_type: family_tree\npeople:\n  - { name: Ilse, parents: [odo, "ODO"] }\n  - { name: Odo, aliases: The Old, children: ilse }\n',
    );
    expect(entities.map(({ name }) => name)).toEqual(['Ilse', 'Odo']);
    expect(relations.map(({ type, from, to }) => [type, from, to])).toEqual(Array(3).fill(['PARENT_OF', 1, 0]));
  });

  test('a span is where it is said', () => {
    const text = people('parents: [Odo, { name: Una }]');
    const { relations, passages } = good('yaml', text);
    expect(relations.map(({ span }) => text.slice(span.start, span.end))).toEqual(['Odo', '{ name: Una }']);
    for (const { start, end, text: passage } of passages) expect(text.slice(start, end).startsWith(passage)).toBe(true);
  });

  test('passages of prose keep to their headings, and long ones are cut after sentences', () => {
    const long = 'A sentence of some length stands here. '.repeat(80);
    const content = `Before.\n\n# One\n\nShort.\n\nAlso short.\n\n## Two\n${long}\n`;
    const { passages, title } = good('markdown', content);
    expect(title).toBe('One');
    expect(passages.slice(0, 2).map(({ heading, text }) => [heading, text])).toEqual([
      [null, 'Before.'],
      ['One', 'Short.\n\nAlso short.'],
    ]);
    const cut = passages.slice(2);
    expect(cut.length).toBeGreaterThan(2);
    for (const { text, start, end, heading } of cut) {
      expect(heading).toBe('Two');
      expect(content.slice(start, end)).toBe(text);
      expect(text).toMatch(/^A .*\.$/s);
    }
  });

  test('the name of a file tells its format', () => {
    expect(['a.md', 'a.mdx', 'b/c.YAML', 'd.yml', 'e.json', 'f.txt', 'md'].map(formatOf)).toEqual([
      ...['markdown', 'markdown', 'yaml', 'yaml', 'json', null, null],
    ]);
  });
});

describe('the table of fields', () => {
  const { relationTypes } = lexicon;
  const fields = Object.entries(FIELDS).flatMap(([type, own]) =>
    Object.entries(own).map(([name, field]) => ({ type, name, field })),
  );

  test('is there for every type of entity', () => {
    expect(Object.keys(FIELDS).sort()).toEqual([...ENTITY_TYPES].sort());
  });

  /** The types that a field lets stand on an end where its relation takes others. */
  const misfits = (types: readonly string[], taken: readonly string[]) =>
    types.filter((one) => taken.length > 0 && !taken.includes(one.toLowerCase()));

  test.each(fields)('$type.$name is a relation that there is, between what it takes', ({ type, field }) => {
    const known = relationTypes.get(field.relation);
    if (known === undefined) throw new Error(`There is no ${field.relation}.`);
    expect(known.value !== null).toBe(field.kind !== 'link');
    const isIn = field.kind === 'link' && field.direction === 'in';
    const others = field.kind === 'link' ? field.types : [];
    expect(misfits([type], isIn ? known.range : known.domain)).toEqual([]);
    expect(misfits(others, isIn ? known.domain : known.range)).toEqual([]);
  });
});
