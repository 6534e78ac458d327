import { describe, expect, test } from 'vitest';
import { readSentences } from '../../../src/lore/ingest/read.js';
import { withoutTemplateTags } from '../../../src/lore/ingest/template-tags.js';

const PAGE = `# Tools

We use {% include tag.html name="recommended" %} Postgres for everything.

{% comment %}

\`\`\`liquid
{% include kept.html %}
\`\`\`

The limit is {{ site.limit }} requests.
`;

describe('tags of templates', () => {
  test('say nothing, and leave every offset where it was', () => {
    const text = withoutTemplateTags(PAGE);
    expect(text).toHaveLength(PAGE.length);
    expect(text.indexOf('Postgres')).toBe(PAGE.indexOf('Postgres'));
    expect(text).not.toContain('tag.html');
    expect(text).not.toContain('comment');
  });

  test('stay within code, and so does what is put into a sentence', () => {
    const text = withoutTemplateTags(PAGE);
    expect(text).toContain('{% include kept.html %}');
    expect(text).toContain('{{ site.limit }}');
  });

  test('that nobody closes stay as they are', () => {
    expect(withoutTemplateTags('Keep {% this')).toBe('Keep {% this');
  });

  test('are in no sentence', () => {
    const sentences = readSentences(PAGE)?.map(({ text }) => text.replace(/\s+/g, ' '));
    expect(sentences).toContain('We use Postgres for everything.');
  });
});
