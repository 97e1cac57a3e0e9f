/** The part of the S3 server that the tests use. */
declare module '@20minutes/s3rver' {
  export interface Options {
    address: string;
    port: number;
    silent: boolean;
    directory: string;
    configureBuckets: { name: string }[];
    /** It takes a slash at the end of a bucket's address for a wrong signature. */
    allowMismatchedSignatures: boolean;
  }
  export default class S3rver {
    /** Set while it runs. */
    httpServer: import('node:http').Server | undefined;
    readonly store: {
      /** Where on the disk it keeps a part of an object. */
      getResourcePath(bucket: string, key: string, part: 'object' | 'object.md5' | 'metadata.json'): string;
      deleteObject(bucket: string, key: string): Promise<void>;
    };
    constructor(options: Options);
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}
