import { BlockList } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OutgoingError } from '../../../mock-server/platform/outgoing/outgoing-error.ts';
import { isPublicAddress } from '../../../mock-server/platform/outgoing/public-address.ts';
import { resolveChecked } from '../../../mock-server/platform/outgoing/resolve.ts';
import { checkTarget, resolveRedirect } from '../../../mock-server/platform/outgoing/target.ts';

/** The registries of special addresses (IANA), copied independently of the library that the service uses. */
const special4 =
  `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
  192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24
  203.0.113.0/24 224.0.0.0/4 240.0.0.0/4`.split(/\s+/);
const special6 = `2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20`.split(/\s+/);

const listOf = (networks: readonly string[], family: 'ipv4' | 'ipv6') => {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix = ''] = network.split('/');
    list.addSubnet(address, Number(prefix), family);
  }
  return list;
};
const notPublic4 = listOf(special4, 'ipv4');
const notPublic6 = listOf(special6, 'ipv6');
const global6 = listOf(['2000::/3'], 'ipv6');
const translated = listOf(['64:ff9b::/96'], 'ipv6');

const none: ReadonlySet<string> = new Set();
const octets = fc.array(fc.nat(255), { minLength: 4, maxLength: 4 });
const special4Address = fc
  .tuple(fc.constantFrom(...special4), fc.nat(0xff_ff_ff_ff))
  .map(([network, random]) => withinNetwork(network, random));

/** An address of a network of IPv4: its prefix, then random bits. */
function withinNetwork(network: string, random: number): string {
  const [address = '', prefix = ''] = network.split('/');
  const bits = 32 - Number(prefix);
  const base = address.split('.').reduce((sum, octet) => sum * 256 + Number(octet), 0);
  const value = base + (random % 2 ** bits);
  return [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.');
}

const hex4 = (address: string) => {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
};

/** Whether the address is accepted, both in a URL and as what a name resolves to. */
async function passes(address: string): Promise<boolean> {
  const literal = address.includes(':') ? `[${address}]` : address;
  const written = taken(`http://${literal}/`);
  const family = address.includes(':') ? 6 : 4;
  const target = checkTarget('https://name.example.org/', none);
  const resolved = await resolveChecked(target, async () => [{ address, family }]).then(
    () => true,
    (error: unknown) => !(error instanceof OutgoingError),
  );
  expect(written).toBe(resolved);
  return written;
}

function taken(address: string): boolean {
  try {
    checkTarget(address, none);
    return true;
  } catch (error) {
    if (error instanceof OutgoingError && error.reason === 'address_refused') return false;
    throw error;
  }
}

describe('of all addresses, only public ones pass:', () => {
  it('IPv4', async () => {
    const address = fc.oneof(
      octets.map((bytes) => bytes.join('.')),
      special4Address,
    );
    await fc.assert(
      fc.asyncProperty(address, async (text) => {
        expect(await passes(text)).toBe(!notPublic4.check(text, 'ipv4'));
      }),
      { numRuns: 2000 },
    );
  });

  it('IPv6', async () => {
    const prefix = fc.constantFrom('', '2', '3', '20', '2001:', '2001:db8:', '2002:', '3fff:', 'fe80:', 'fc');
    const address = fc.tuple(prefix, fc.ipV6()).map(([start, rest]) => start + rest);
    const valid = address.filter((text) => URL.canParse(`http://[${text}]/`) && !text.includes('.'));
    await fc.assert(
      fc.asyncProperty(fc.oneof(valid, fc.ipV6()), async (text) => {
        if (translated.check(text, 'ipv6')) return;
        expect(await passes(text)).toBe(global6.check(text, 'ipv6') && !notPublic6.check(text, 'ipv6'));
      }),
      { numRuns: 2000 },
    );
  });

  it('IPv4 inside IPv6, mapped, compatible, translated or tunnelled', async () => {
    await fc.assert(
      fc.asyncProperty(special4Address, async (address) => {
        const hex = hex4(address);
        const forms = [
          `::ffff:${address}`,
          `::ffff:${hex}`,
          `::${hex}`,
          `::ffff:0:${hex}`,
          `64:ff9b::${hex}`,
          `64:ff9b:1::${hex}`,
          `2002:${hex}::1`,
          `2001::${hex}`,
        ];
        for (const form of forms) expect(await passes(form)).toBe(false);
      }),
    );
  });

  it('odd notations of IPv4, which are what they stand for', () => {
    fc.assert(
      fc.property(octets, ([a = 0, b = 0, c = 0, d = 0]) => {
        const value = ((a * 256 + b) * 256 + c) * 256 + d;
        const expected = !notPublic4.check([a, b, c, d].join('.'), 'ipv4');
        const octal = [a, b, c, d].map((part) => `0${part.toString(8)}`).join('.');
        for (const host of [String(value), `0x${value.toString(16)}`, octal, `${a}.${b}.${c * 256 + d}`]) {
          expect(taken(`http://${host}/`)).toBe(expected);
        }
      }),
    );
  });
});

it.each([
  '::1',
  '::',
  'fe80::1%eth0',
  'fd00::1',
  'ff02::1',
  '64:ff9b::a00:1',
  '127.1',
  '2130706433',
  '',
  'x',
])('“%s” is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

it('an address of the public internet behind a translator is public', () => {
  expect(isPublicAddress('64:ff9b::808:808')).toBe(true);
  expect(isPublicAddress('2606:4700:4700::1111')).toBe(true);
  expect(isPublicAddress('1.1.1.1')).toBe(true);
});

it('a name with one address inside among public ones is refused', async () => {
  const resolve = async () => [
    { address: '1.1.1.1', family: 4 },
    { address: '10.0.0.1', family: 4 },
  ];
  const target = checkTarget('https://name.example.org/', none);
  await expect(resolveChecked(target, resolve)).rejects.toMatchObject({ reason: 'address_refused' });
});

describe('an address', () => {
  it.each([
    'ftp://example.org/',
    'file:///etc/passwd',
    'data:text/html,x',
    'gopher://example.org/',
    'example.org',
    'https://',
    'https://user@example.org/',
    'https://:secret@example.org/',
    'https://example.org:22/',
    'https://example.org:80/',
    'http://example.org:443/',
    'http://[::ffff:127.0.0.1]/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://017700000001/',
    'http://127.1/',
    'http://①②⑦.0.0.1/',
  ])('%s is refused', (address) => {
    expect(taken(address)).toBe(false);
  });

  it('that the settings allow is taken, only at its own port', () => {
    const allowed = new Set(['127.0.0.1:8443', '[::1]:443', 'mirror.example.org:80']);
    for (const address of ['https://127.0.0.1:8443/', 'http://2130706433:8443/', 'https://[::1]/']) {
      expect(checkTarget(address, allowed).allowed).toBe(true);
    }
    for (const address of ['https://127.0.0.1/', 'http://[::1]/', 'https://user@127.0.0.1:8443/']) {
      expect(() => checkTarget(address, allowed)).toThrow(OutgoingError);
    }
    expect(checkTarget('https://mirror.example.org/', allowed).allowed).toBe(false);
  });
});

describe('a redirect', () => {
  const follow = (from: string, location: string | null) =>
    resolveRedirect(new URL(from), { status: 302, location }, none).url.href;

  it('goes on from where it came', () => {
    expect(follow('https://a.example.org/x/y?z', 'w#part')).toBe('https://a.example.org/x/w');
    expect(follow('http://a.example.org/', 'https://b.example.org/')).toBe('https://b.example.org/');
  });

  it.each([
    'http://b.example.org/',
    'https://10.0.0.1/',
    '//localhost:1/',
    'javascript:alert(1)',
    'https://[::1]/',
  ])('from https to %s is refused', (location) => {
    expect(() => follow('https://a.example.org/', location)).toThrow(OutgoingError);
  });

  it('to nowhere is refused', () => {
    expect(() => follow('https://a.example.org/', null)).toThrow(OutgoingError);
  });
});
