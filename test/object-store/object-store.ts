/** A real server that speaks S3's protocol. */
export interface ObjectStore {
  /** What it is called on the command line. */
  name: string;
  /** The Debian packages that have its programs. */
  packages: string;
  isInstalled(): boolean;
  /** Starts one on loopback, with all its data in a directory; it ends with this process at the latest. */
  start(directory: string): Promise<RunningStore>;
  /** Whether it accepts requests to encrypt what it stores. */
  encrypts: boolean;
}

export interface RunningStore {
  endpoint: string;
  keys: { AWS_ACCESS_KEY_ID: string; AWS_SECRET_ACCESS_KEY: string };
  stop(): Promise<void>;
}
