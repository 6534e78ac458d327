import { expect, test } from 'vitest';
import { complaintAbout } from '../../../src/start/check-node.js';
import { sources } from '../../helpers/sources.js';

test.each(['18.9.1', '20.18.3', '4.0.0', '20', ''])('Node %s is too old', (version) => {
  expect(complaintAbout(version)).toBe(
    `Loreguard needs Node 20.19 or newer, and this is Node ${version}: install a newer one, from https://nodejs.org.`,
  );
});

test.each(['20.19.0', '20.20.2', '22.0.0', '100.1.0', '25.0.0-nightly'])('Node %s will do', (version) => {
  expect(complaintAbout(version)).toBeNull();
});

test('nothing else is loaded before the version is known to do', () => {
  const statics = (path: string) => {
    const found = sources('src').find((file) => file.path === path)?.text ?? '';
    return found.split('\n').filter((line) => /^(import|export)\b.*\bfrom\b/.test(line));
  };
  expect(statics('src/main.ts')).toEqual(["import { complaintAbout } from './start/check-node.js';"]);
  expect(statics('src/start/check-node.ts')).toEqual([]);
});
