import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../mock-server/config.ts';
import { ConfigError } from '../../mock-server/settings/environment.ts';
import { defaultLimits } from '../../mock-server/settings/limits.ts';

const refused = (environment: Record<string, string>): string => {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'accepted';
};

describe('secrets in files', () => {
  const key = randomBytes(32).toString('base64');
  const values = {
    DATABASE_URL: 'postgres://me:secret@db.example.org/appshelf',
    DATABASE_READ_URL: 'postgres://me:secret@replica.example.org/appshelf',
    SMTP_URL: 'smtps://me:secret@mail.example.org',
    ADMIN_PASSWORD: 'From-a-file-1',
    METRICS_TOKEN: 'for-prometheus-only-1',
    SECRET_KEY: key,
  };
  const administrator = {
    ORGANIZATION_NAME: 'Works',
    ADMIN_USER_ID: 'ada',
    ADMIN_EMAIL: 'ada@example.org',
  };
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'appshelf-secrets-'));
    for (const [name, value] of Object.entries(values))
      await writeFile(join(folder, name.toLowerCase()), `${value}\n`);
  });
  afterAll(() => rm(folder, { recursive: true }));
  const expected = () => ({
    database: { url: values.DATABASE_URL, readUrl: values.DATABASE_READ_URL },
    smtp: { host: 'mail.example.org', auth: { user: 'me', pass: 'secret' } },
    firstAdministrator: { password: 'From-a-file-1' },
    metricsToken: 'for-prometheus-only-1',
    secretKey: null,
    secretKeyFile: join(folder, 'secret_key'),
  });

  test('are read from the files that …_FILE names', () => {
    const named = Object.keys(values).map((name) => [`${name}_FILE`, join(folder, name.toLowerCase())]);
    expect(readConfig({ ...administrator, ...Object.fromEntries(named) })).toMatchObject(expected());
  });

  test('are read from the credentials that systemd passes on', () => {
    const passed = readConfig({ ...administrator, CREDENTIALS_DIRECTORY: folder });
    expect(passed).toMatchObject({ ...expected(), secretKeyIsPassed: true });
    const reported = 'smtp://other.example.org';
    const config = readConfig({ ...administrator, CREDENTIALS_DIRECTORY: folder, SMTP_URL: reported });
    expect(config.smtp?.host).toBe('other.example.org');
  });

  test.each(Object.entries(values))(
    '%s is not said twice, nor in a file that is not there',
    (name, value) => {
      const file = `${name}_FILE`;
      expect(refused({ [name]: value, [file]: join(folder, name.toLowerCase()) })).toMatch(
        /exclude each other/,
      );
      expect(refused({ [file]: join(folder, 'nowhere') })).toMatch(/can't be read \(ENOENT\)/);
    },
  );
});

describe('the configuration', () => {
  test('needs nothing on loopback', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      host: 'localhost',
      port: 8080,
      publicUrl: null,
      trustProxy: null,
      tls: null,
    });
  });

  test('takes a public address behind a proxy that ends TLS', () => {
    const config = readConfig({
      HOST: '0.0.0.0',
      TRUST_PROXY: '10.0.0.5, 192.168.7.0/24, 2001:db8::/32, loopback',
      PUBLIC_URL: 'https://apps.example.org/',
    });
    expect(config).toMatchObject({
      publicUrl: 'https://apps.example.org',
      trustProxy: ['10.0.0.5', '192.168.7.0/24', '2001:db8::/32', 'loopback'],
    });
    const hops = (TRUST_PROXY: string) =>
      readConfig({ TRUST_PROXY, PUBLIC_URL: 'https://a.example.org' }).trustProxy;
    expect([hops('1'), hops('2'), hops('0'), hops('false')]).toEqual([1, 2, null, null]);
  });

  test('shows its metrics on a port of their own, of this machine or for others', () => {
    expect(readConfig({}).metricsAddress).toBe(null);
    expect(readConfig({ METRICS_PORT: '9464' }).metricsAddress).toEqual({ host: 'localhost', port: 9464 });
    expect(readConfig({ METRICS_PORT: '[::]:9464' }).metricsAddress).toEqual({ host: '::', port: 9464 });
    expect(readConfig({ METRICS_PORT: '10.0.0.5:9464' }).metricsAddress?.host).toBe('10.0.0.5');
  });

  test('asks the public stores themselves, mirrors inside, or none', () => {
    expect(readConfig({})).toMatchObject({
      outgoingAllow: [],
      webPushAllow: [],
      outgoingPublic: true,
      publicStores: { apple: 'https://itunes.apple.com/', play: 'https://play.google.com/' },
    });
    const mirrors = readConfig({
      OUTGOING_ALLOW: 'Mirror.example.org:8443, [::1]:0080,',
      APPLE_STORE_URL: 'https://mirror.example.org:8443/apple',
    });
    expect(mirrors.outgoingAllow).toEqual(['mirror.example.org:8443', '[::1]:80']);
    expect(mirrors.publicStores?.apple).toBe('https://mirror.example.org:8443/apple/');
    expect(readConfig({ ASK_STORES: 'false' }).publicStores).toBe(null);
    expect(readConfig({ OUTGOING_PUBLIC: 'false' }).outgoingPublic).toBe(false);
  });

  test('has files in a bucket, and downloads sent by it or by the web server before the service', () => {
    expect(readConfig({})).toMatchObject({ bucket: null, downloads: { by: 'service' } });
    const address = 's3://apps/of/ours?endpoint=https://s3.example.org&encryption=aws:kms&kms_key=a/b';
    expect(readConfig({ BLOB_URL: address, DOWNLOADS: 'redirect' })).toMatchObject({
      bucket: {
        bucket: 'apps',
        prefix: 'of/ours/',
        endpoint: 'https://s3.example.org/',
        region: 'us-east-1',
        encryption: { by: 'aws:kms', key: 'a/b' },
      },
      downloads: { by: 'redirect' },
    });
    const { downloads } = readConfig({ DOWNLOADS: 'x-accel-redirect=/kept/' });
    expect(downloads).toEqual({ by: 'x-accel-redirect', prefix: '/kept/' });
  });

  test('has files scanned by a daemon on this machine or another one', () => {
    expect(readConfig({}).malwareScan).toBeNull();
    expect(readConfig({ CLAMAV_URL: 'tcp://[::1]:3310' }).malwareScan).toEqual({
      daemon: { host: '::1', port: 3310 },
      whenAway: 'refuse',
    });
    const local = { CLAMAV_URL: 'unix:///run/clamav/clamd.ctl', CLAMAV_AWAY: 'accept' };
    expect(readConfig(local).malwareScan).toEqual({
      daemon: { path: '/run/clamav/clamd.ctl' },
      whenAway: 'accept',
    });
  });

  test('hands mail to a server, over TLS unless that is on this machine', () => {
    expect(readConfig({}).smtp).toBeNull();
    expect(readConfig({ SMTP_URL: 'smtps://me%40x:p%25w@mail.example.org' }).smtp).toEqual({
      host: 'mail.example.org',
      port: 465,
      secure: true,
      tlsRequired: true,
      auth: { user: 'me@x', pass: 'p%w' },
    });
    const local = { host: 'localhost', port: 2525, secure: false, tlsRequired: false, auth: null };
    expect(readConfig({ SMTP_URL: 'smtp://localhost:2525/' }).smtp).toEqual(local);
  });

  test.each([
    [{ PORT: '70000' }, /PORT=70000/],
    [{ PORT: '8080x' }, /PORT/],
    [{ HOST: '0.0.0.0' }, /plain HTTP/],
    [{ HOST: '0.0.0.0', TRUST_PROXY: '1' }, /PUBLIC_URL is required/],
    [{ PUBLIC_URL: 'http://apps.example.org' }, /https/],
    [{ PUBLIC_URL: 'https://apps.example.org/catalog' }, /path/],
    [{ PUBLIC_URL: 'apps' }, /not an address/],
    [{ DATABASE_URL: 'mysql://localhost/x' }, /postgres/],
    [{ DATABASE_URL: 'postgres://localhost/x' }, /SECRET_KEY or SECRET_KEY_FILE is required/],
    [{ DATABASE_URL: 'postgres://localhost/x', DATABASE_POOL_SIZE: 'many' }, /DATABASE_POOL_SIZE=many/],
    [{ DATABASE_URL: 'postgres://localhost/x', DATABASE_PREPARE: 'perhaps' }, /DATABASE_PREPARE/],
    [{ DATABASE_URL: 'postgres://localhost/x', DATABASE_READ_URL: 'mysql://b' }, /DATABASE_READ_URL/],
    [
      { DATABASE_URL: 'postgres://localhost/x', DATABASE_STATEMENT_SECONDS: '-1' },
      /DATABASE_STATEMENT_SECONDS/,
    ],
    [{ DATABASE_URL: 'postgres://' }, /DATABASE_URL names no server/],
    [{ DATABASE_URL: 'postgres://me:p%zz@localhost/x' }, /DATABASE_URL can't be read.*%25/],
    [{ DATABASE_URL: 'postgres://localhost:99999/x' }, /DATABASE_URL can't be read/],
    [
      { DATABASE_URL: 'postgres://localhost/x?sslmode=sometimes' },
      /DATABASE_URL has an sslmode that is not one of/,
    ],
    [{ DATABASE_URL: 'postgres://localhost/x', DATABASE_READ_URL: 'postgres://' }, /DATABASE_READ_URL names/],
    [{ DATABASE_READ_URL: 'postgres://localhost/x' }, /DATABASE_READ_URL has no effect without DATABASE_URL/],
    [{ DATABASE_POOL_SIZE: '8' }, /DATABASE_POOL_SIZE has no effect without DATABASE_URL/],
    [{ DATABASE_PREPARE: 'false' }, /DATABASE_PREPARE has no effect without DATABASE_URL/],
    [{ DATABASE_STATEMENT_SECONDS: '9' }, /DATABASE_STATEMENT_SECONDS has no effect without DATABASE_URL/],
    [
      { DATABASE_URL: 'postgres://localhost/x', DATABASE_POOL_SIZE: '0x8' },
      /POOL_SIZE=0x8 is not a whole number/,
    ],
    [
      { DATABASE_URL: 'postgres://localhost/x', DATABASE_CONNECT_SECONDS: '0' },
      /CONNECT_SECONDS=0 is not a number/,
    ],
    [{ DATABASE_URL: 'postgres://localhost/x', DATABASE_CONNECT_SECONDS: '0.0001' }, /from 0\.1 to 300/],
    [{ DATABASE_URL: 'postgres://localhost/x', DATABASE_STATEMENT_SECONDS: '0.001' }, /to 300, or 0\./],
    [{ DATABASE_URL: 'postgres://localhost/x', DATABASE_STATEMENT_SECONDS: '600' }, /to 300, or 0\./],
    [{ SECRET_KEY: 'short' }, /32 bytes/],
    [{ TLS_CERT: 'a.pem' }, /TLS_KEY/],
    [
      { TLS_CERT: 'a.pem', TLS_KEY: 'b.pem', TRUST_PROXY: '1', PUBLIC_URL: 'https://a.example.org' },
      /exclude/,
    ],
    [
      { TRUST_PROXY: 'true', PUBLIC_URL: 'https://a.example.org' },
      /believe whatever.*TRUST_PROXY=10\.0\.0\.5.*TRUST_PROXY=1/,
    ],
    [{ TRUST_PROXY: 'perhaps' }, /names no proxies/],
    [{ TRUST_PROXY: '10.0.0.0/33' }, /names no proxies/],
    [{ TRUST_PROXY: '127.1' }, /names no proxies/],
    [{ TRUST_PROXY: '99' }, /names no proxies/],
    [{ TRUST_PROXY: 'loopback' }, /PUBLIC_URL is required with TRUST_PROXY/],
    [{ DEMO: 'true', TRUST_PROXY: '1', PUBLIC_URL: 'https://a.example.org' }, /demo/],
    [
      { DEMO: 'true', HOST: '0.0.0.0', TLS_CERT: 'a', TLS_KEY: 'b', PUBLIC_URL: 'https://a.example.org' },
      /demo/,
    ],
    [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL/],
    [{ ADMIN_USER_ID: 'ada' }, /ORGANIZATION_NAME/],
    [{ BLOB_URL: 's3://bucket' }, /BLOB_URL needs region=/],
    [{ BLOB_URL: 'https://bucket' }, /BLOB_URL is not an address of a bucket/],
    [{ BLOB_URL: 's3://key:secret@bucket?region=a' }, /BLOB_URL must not hold keys/],
    [{ BLOB_URL: 's3://bucket?regoin=a' }, /knows only endpoint, region/],
    [{ BLOB_URL: 's3://bucket?endpoint=nowhere' }, /an endpoint that is not an address/],
    [{ BLOB_URL: 's3://bucket?region=a&encryption=rot13' }, /neither AES256 nor aws:kms/],
    [{ BLOB_URL: 's3://bucket?region=a&kms_key=a' }, /kms_key only with/],
    [{ BLOB_URL: 's3://bucket?endpoint=http://a.org&endpoint=http://b.org' }, /BLOB_URL says endpoint twice/],
    [{ BLOB_URL: 's3://bucket/%zz?region=a' }, /BLOB_URL has a % .*%25/],
    [{ DRAIN_SECONDS: 'soon' }, /DRAIN_SECONDS=soon is not a number of seconds/],
    [{ DRAIN_SECONDS: ' ' }, /DRAIN_SECONDS=  is not a number of seconds/],
    [{ DRAIN_SECONDS: '1e2' }, /DRAIN_SECONDS=1e2 is not a number of seconds/],
    [{ DOWNLOADS: 'x-accel-redirect=/../' }, /DOWNLOADS=.* is not one of/],
    [{ DOWNLOADS: 'x-accel-redirect=/kept/./' }, /DOWNLOADS=.* is not one of/],
    [{ DOWNLOADS: 'somehow' }, /DOWNLOADS=somehow is not one of/],
    [{ DOWNLOADS: 'x-accel-redirect=kept' }, /DOWNLOADS=.* is not one of/],
    [{ DOWNLOADS: 'redirect' }, /DOWNLOADS=redirect works only with BLOB_URL/],
    [{ DOWNLOADS: 'x-sendfile', BLOB_URL: 's3://bucket?region=a' }, /works only without BLOB_URL/],
    [{ METRICS_TOKEN: 'short' }, /16 to 200 printable characters/],
    [{ METRICS_PORT: '70000' }, /neither a port nor host:port/],
    [{ METRICS_PORT: 'here' }, /neither a port nor host:port/],
    [{ APNS_URL: 'push' }, /APNS_URL=push is not an address/],
    [{ WEB_PUSH_ALLOW: 'push.example.org' }, /WEB_PUSH_ALLOW: push\.example\.org is not host:port/],
    [{ OUTGOING_ALLOW: 'mirror.example.org' }, /mirror\.example\.org is not host:port/],
    [{ OUTGOING_ALLOW: 'a.example.org:1,https://b.example.org:2' }, /https:.* is not host:port/],
    [{ OUTGOING_ALLOW: '127.1:80' }, /not host:port/],
    [{ OUTGOING_ALLOW: '[::1]:70000' }, /not host:port/],
    [{ OUTGOING_ALLOW: '[0::1]:80' }, /not host:port/],
    [{ OUTGOING_ALLOW: 'a.example.org:0' }, /not host:port/],
    [{ APPLE_STORE_URL: 'mirror' }, /APPLE_STORE_URL=mirror is not an address/],
    [{ PLAY_STORE_URL: 'ftp://mirror.example.org/' }, /PLAY_STORE_URL/],
    [{ PLAY_STORE_URL: 'https://user:secret@mirror.example.org/' }, /PLAY_STORE_URL/],
    [{ ASK_STORES: 'perhaps' }, /ASK_STORES/],
    [{ SMTP_URL: 'http://mail.example.org' }, /SMTP_URL is not/],
    [{ SMTP_URL: 'smtp://' }, /SMTP_URL is not/],
    [{ MAIL_DOMAINS: 'example.org,me@example.org' }, /me@example.org is not a domain/],
    [{ CLAMAV_URL: 'localhost' }, /CLAMAV_URL=localhost is not/],
    [{ CLAMAV_URL: 'tcp://localhost:3310', CLAMAV_AWAY: 'maybe' }, /is not one of refuse, accept/],
    [{ SMTP_URL: 'smtp://me@mail.example.org' }, /user and password/],
    [{ SMTP_URL: 'smtp://me:100%@mail.example.org' }, /%25/],
  ])('%j stops the start with a clear line', (environment, line) => {
    expect(refused(environment as Record<string, string>)).toMatch(line);
  });
});

describe('limits', () => {
  const root = join(import.meta.dirname, '../..');
  const text = (path: string) => readFile(join(root, path), 'utf8');

  test('are those of the product where nothing is set', () => {
    expect(readConfig({}).limits).toEqual(defaultLimits);
  });

  test('are set in the unit of their names', () => {
    const { limits } = readConfig({ IDLE_SECONDS: '5', MAX_PACKAGE_MIB: '2', MAX_STREAMS: '7' });
    expect(limits.connections.silence).toBe(5_000);
    expect(limits.packageUpload).toBe(2 * 1024 * 1024);
    expect(limits.events.perInstance).toBe(7);
  });

  test.each(['0', '-1', '1.5', 'many', '1000000001'])('are refused where %s is set', (value) => {
    expect(refused({ MAX_CONNECTIONS: value })).toContain(`MAX_CONNECTIONS=${value}`);
  });

  test('are no smaller than argon2 needs', () => {
    expect(refused({ PASSWORD_MEMORY_KIB: '7' })).toContain(
      'PASSWORD_MEMORY_KIB=7 is not a whole number from 8 to',
    );
    expect(readConfig({ PASSWORD_MEMORY_KIB: '8' }).limits.passwordMemory).toBe(8);
  });

  test('are no longer than timers can wait', () => {
    expect(refused({ IDLE_SECONDS: '2147484' })).toContain('IDLE_SECONDS=2147484');
    expect(readConfig({ IDLE_SECONDS: '2147483' }).limits.connections.silence).toBe(2_147_483_000);
  });

  test('are all described for operators', async () => {
    const source = await text('mock-server/settings/limits.ts');
    const names = [...source.matchAll(/(?:read|time)\('([A-Z_]+)'/g)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(40);
    const page = await text('docs/operating.md');
    expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});
