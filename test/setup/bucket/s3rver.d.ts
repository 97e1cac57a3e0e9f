/** The part of the S3 server that the tests use. */
declare module '@20minutes/s3rver' {
  export interface Options {
    address: string;
    port: number;
    silent: boolean;
    directory: string;
    configureBuckets: { name: string }[];
    /**
     * Accepts signatures that do not match: the server takes a slash at the end of a bucket's address for a wrong
     * signature.
     */
    allowMismatchedSignatures: boolean;
  }
  export default class S3rver {
    /** Set while the server is running. */
    httpServer: import('node:http').Server | undefined;
    readonly store: {
      /** The path of a part of an object on the disk. */
      getResourcePath(bucket: string, key: string, part: 'object' | 'object.md5' | 'metadata.json'): string;
      existsObject(bucket: string, key: string): Promise<boolean>;
      deleteObject(bucket: string, key: string): Promise<void>;
      /** Returns the headers of the copy. */
      copyObject(
        bucket: string,
        key: string,
        toBucket: string,
        toKey: string,
        headers: unknown,
      ): Promise<unknown>;
    };
    constructor(options: Options);
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}

declare module '@20minutes/s3rver/lib/models/error.js' {
  export default class S3Error extends Error {
    constructor(code: 'NoSuchKey', message: string);
  }
}
