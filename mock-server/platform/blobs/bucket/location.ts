/** A bucket of a server that speaks S3's protocol, as `BLOB_URL` names it. */
export interface BucketLocation {
  bucket: string;
  /** Prepended to every key; empty, or ends in a slash. */
  prefix: string;
  /** Null: Amazon's own server, found by the region. */
  endpoint: string | null;
  region: string;
  /** How the server is told to encrypt what it stores; null: as the bucket is set up. */
  encryption: { by: 'AES256' } | { by: 'aws:kms'; key: string | null } | null;
}

/** The origin of signed addresses. */
export function getOrigin({ bucket, endpoint, region }: BucketLocation): string {
  if (endpoint !== null) return new URL(endpoint).origin;
  // No certificate covers a bucket name with a dot as a part of the host name.
  return bucket.includes('.')
    ? `https://s3.${region}.amazonaws.com`
    : `https://${bucket}.s3.${region}.amazonaws.com`;
}

const knownParameters = ['endpoint', 'region', 'encryption', 'kms_key'];

/**
 * Reads `s3://bucket/prefix?endpoint=…&region=…&encryption=…&kms_key=…`. Error: a sentence that says what to write, and
 * does not repeat what was written.
 */
export function parseBucketUrl(text: string): BucketLocation {
  const url = URL.parse(text);
  if (url?.protocol !== 's3:' || !/^[a-z0-9][a-z0-9._-]{1,62}$/.test(url.hostname))
    throw new Error('is not an address of a bucket. Write it as s3://bucket/prefix?region=eu-central-1.');
  if (`${url.username}${url.password}${url.port}${url.hash}` !== '')
    throw new Error('must not hold keys: they are AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.');
  const options = url.searchParams;
  const twice = knownParameters.find((name) => options.getAll(name).length > 1);
  if (twice !== undefined) throw new Error(`says ${twice} twice.`);
  const unknown = [...options.keys()].find((name) => !knownParameters.includes(name));
  if (unknown !== undefined)
    throw new Error(`knows only ${knownParameters.join(', ')} after its question mark.`);
  const endpoint = readEndpoint(options.get('endpoint'));
  const region = options.get('region') ?? (endpoint === null ? '' : 'us-east-1');
  if (!/^[a-z0-9-]+$/.test(region)) throw new Error('needs region=…, the region of the bucket.');
  const path = readPath(url.pathname);
  const encryption = readEncryption(options.get('encryption'), options.get('kms_key'));
  return { bucket: url.hostname, prefix: path === '' ? '' : `${path}/`, endpoint, region, encryption };
}

function readPath(text: string): string {
  try {
    return decodeURIComponent(text).replace(/^\/+|\/+$/g, '');
  } catch {
    throw new Error('has a % that nothing follows. Write it as %25.');
  }
}

function readEndpoint(text: string | null): string | null {
  if (text === null) return null;
  const url = URL.parse(text);
  if (url !== null && ['http:', 'https:'].includes(url.protocol) && `${url.search}${url.username}` === '')
    return url.href;
  throw new Error('has an endpoint that is not an address. Write it as endpoint=https://s3.example.org.');
}

function readEncryption(by: string | null, key: string | null): BucketLocation['encryption'] {
  if (by === 'aws:kms') return { by, key };
  if (key !== null) throw new Error('takes kms_key only with encryption=aws:kms.');
  if (by === null || by === 'AES256') return by && { by };
  throw new Error('has an encryption that is neither AES256 nor aws:kms.');
}
