import type { FieldPlace, TextSpan } from '../../core/document.js';
import type { Locator } from './collector.js';
import { Positions } from './position.js';
import type { Step, YamlValue } from './yaml.js';

/**
 * Places in a document whose fields were read from the part of the text that begins at `base`. What is not there is
 * placed at what it would be a part of.
 */
export function locatorIn(text: string, base: number, yaml: YamlValue): Locator {
  const positions = new Positions(text);
  const placed = (path: readonly Step[], { start }: TextSpan): FieldPlace => ({
    path: path.length === 0 ? '(document)' : path.join('.'),
    ...positions.at(start + base),
  });
  return {
    place: (path) => {
      const { span, path: shown } = yaml.find(path);
      return { place: placed(shown, span), span: { start: span.start + base, end: span.end + base } };
    },
    placeOfKey: (path, key) => placed([...yaml.find(path).path, key], yaml.findKey(path, key)),
  };
}
