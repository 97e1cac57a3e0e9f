/** A kind of server that speaks S3's protocol, which we did not write. */
export interface ObjectStore {
  /** What it is called on the command line. */
  name: string;
  /** The Debian packages that have its programs. */
  packages: string;
  isInstalled(): boolean;
  /** Starts one on loopback with all that it keeps in a directory; it ends with this process at the latest. */
  start(directory: string): Promise<RunningStore>;
  /** Whether it takes requests to encrypt what it keeps. */
  encrypts: boolean;
}

export interface RunningStore {
  endpoint: string;
  keys: { AWS_ACCESS_KEY_ID: string; AWS_SECRET_ACCESS_KEY: string };
  stop(): Promise<void>;
}
