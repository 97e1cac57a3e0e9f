/**
 * What a call of a method reveals. Numbers are positions among the argument registers; the object itself has position
 * 0.
 */
export type Sink =
  | { is: 'algorithm'; section: 'Cryptographic Operations' | 'Hash Operations'; text: number }
  | { is: 'key'; bytes: number; algorithm: 'last' | null }
  | { is: 'iv'; bytes: number }
  | { is: 'file'; paths: readonly number[]; mode: 'read' | 'write' | 'unknown' | FileModeAt }
  | { is: 'address'; text: number }
  | { is: 'host'; text: number }
  /** Its result is the value at this position, in another form. */
  | { is: 'same'; value: number; decodes: 'base64' | null };

/** The mode is an argument: RandomAccessFile's text, FileOutputStream's flag for appending, openFileOutput's number. */
export interface FileModeAt {
  at: number;
  as: 'text' | 'flag' | 'number';
}

const crypto = { is: 'algorithm', section: 'Cryptographic Operations', text: 0 } as const;
const hash = { is: 'algorithm', section: 'Hash Operations', text: 0 } as const;
const address = { is: 'address', text: 1 } as const;

/** By class and method. */
const byMethod: Readonly<Record<string, Sink>> = {
  'javax.crypto.Cipher.getInstance': crypto,
  'javax.crypto.KeyGenerator.getInstance': crypto,
  'javax.crypto.SecretKeyFactory.getInstance': crypto,
  'java.security.KeyPairGenerator.getInstance': crypto,
  'java.security.Signature.getInstance': crypto,
  'javax.net.ssl.SSLContext.getInstance': crypto,
  'java.security.MessageDigest.getInstance': hash,
  'javax.crypto.Mac.getInstance': hash,
  'javax.crypto.spec.SecretKeySpec.<init>': { is: 'key', bytes: 1, algorithm: 'last' },
  'javax.crypto.spec.DESKeySpec.<init>': { is: 'key', bytes: 1, algorithm: null },
  'javax.crypto.spec.DESedeKeySpec.<init>': { is: 'key', bytes: 1, algorithm: null },
  'javax.crypto.spec.PBEKeySpec.<init>': { is: 'key', bytes: 1, algorithm: null },
  'javax.crypto.spec.IvParameterSpec.<init>': { is: 'iv', bytes: 1 },
  'javax.crypto.spec.GCMParameterSpec.<init>': { is: 'iv', bytes: 2 },
  'java.io.File.<init>': { is: 'file', paths: [1, 2], mode: 'unknown' },
  'java.io.FileInputStream.<init>': { is: 'file', paths: [1], mode: 'read' },
  'java.io.FileReader.<init>': { is: 'file', paths: [1], mode: 'read' },
  'java.io.FileOutputStream.<init>': { is: 'file', paths: [1], mode: { at: 2, as: 'flag' } },
  'java.io.FileWriter.<init>': { is: 'file', paths: [1], mode: { at: 2, as: 'flag' } },
  'java.io.RandomAccessFile.<init>': { is: 'file', paths: [1], mode: { at: 2, as: 'text' } },
  'java.net.URL.<init>': address,
  'java.net.URI.create': { is: 'address', text: 0 },
  'java.net.Socket.<init>': { is: 'host', text: 1 },
  'java.net.InetSocketAddress.<init>': { is: 'host', text: 1 },
  'org.apache.http.client.methods.HttpGet.<init>': address,
  'org.apache.http.client.methods.HttpPost.<init>': address,
  'okhttp3.Request$Builder.url': address,
  'retrofit2.Retrofit$Builder.getBaseUrl': address,
  'java.lang.String.getBytes': { is: 'same', value: 0, decodes: null },
  'java.lang.String.toCharArray': { is: 'same', value: 0, decodes: null },
  'android.util.Base64.decode': { is: 'same', value: 0, decodes: 'base64' },
};
/** For methods of any class: code calls them on classes of its own that inherit them. */
const byName: Readonly<Record<string, Sink>> = {
  openFileOutput: { is: 'file', paths: [1], mode: { at: 2, as: 'number' } },
  openFileInput: { is: 'file', paths: [1], mode: 'read' },
  loadUrl: address,
};

/** What calls of a method reveal; undefined when nothing. */
export const sinkOf = (className: string, method: string): Sink | undefined =>
  own(byMethod, `${className}.${method}`) ?? own(byName, method);

export const sinkNames: ReadonlySet<string> = new Set([
  ...Object.keys(byMethod).map((name) => name.slice(name.lastIndexOf('.') + 1)),
  ...Object.keys(byName),
]);

const own = (table: Readonly<Record<string, Sink>>, name: string): Sink | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;
