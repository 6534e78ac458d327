import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatKey, isUsable, parseKey } from '../../../src/core/api-key.js';
import { TENANT_NAME } from '../../../src/core/scope.js';

const orgId = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/);
const secret = fc.stringMatching(/^[0-9a-f]{64}$/);

describe('an API key', () => {
  it('is read back as it was made, whatever the organisation is called', () => {
    fc.assert(
      fc.property(orgId, fc.uuid(), secret, (org, id, bits) => {
        const parts = { orgId: org, id, secret: bits };
        expect(parseKey(formatKey(parts))).toEqual(parts);
      }),
    );
  });

  it('is read for an organisation that looks like the rest of a key', () => {
    const parts = {
      orgId: `a_${'0'.repeat(32)}_b`,
      id: '01900000-0000-7000-8000-000000000000',
      secret: 'a'.repeat(64),
    };
    expect(parseKey(formatKey(parts))).toEqual(parts);
  });

  it('is none in any other form', () => {
    const good = formatKey({ orgId: 'acme', id: '01900000-0000-7000-8000-000000000000', secret: 'a'.repeat(64) });
    const bad = [
      ...['', 'lg_', good.slice(1), good.slice(0, -1), `${good}a`, good.toUpperCase(), good.replace('acme', '')],
      ...[
        good.replace('acme', '-acme'),
        good.replace('acme', 'a/b'),
        good.replace('acme', 'x'.repeat(65)),
        `${good}\n`,
      ],
    ];
    expect(bad.filter((text) => parseKey(text) !== null)).toEqual([]);
    expect(parseKey('x'.repeat(1_000_000))).toBeNull();
  });

  it('opens until it expires or is revoked', () => {
    const at = Date.parse('2027-01-01T00:00:00Z');
    const expiring = { revokedAt: null, expiresAt: '2027-01-01T00:00:00.000000Z' };
    expect([at - 1, at].map((now) => isUsable(expiring, now))).toEqual([true, false]);
    expect(isUsable({ revokedAt: null, expiresAt: null }, at)).toBe(true);
    expect(isUsable({ revokedAt: '2026-01-01T00:00:00.000000Z', expiresAt: null }, at)).toBe(false);
  });
});

describe('the name of a tenant', () => {
  it('begins with a letter or digit and holds nothing that needs escaping anywhere', () => {
    const good = ['a', 'A1', 'my-org', 'my_org', 'v1.2', 'x'.repeat(64)];
    const bad = ['', ' a', 'a b', '_a', '.a', '-a', 'a/b', "a'b", 'é', 'x'.repeat(65), 'a\n', 'a\0'];
    expect(good.filter((name) => !TENANT_NAME.test(name))).toEqual([]);
    expect(bad.filter((name) => TENANT_NAME.test(name))).toEqual([]);
  });
});
