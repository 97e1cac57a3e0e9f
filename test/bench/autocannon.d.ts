/** The part of the load generator that the measurements use. */
declare module 'autocannon' {
  export interface Request {
    method: string;
    path: string;
    headers: Record<string, string>;
    body?: string;
  }
  /** One connection. */
  export interface Client {
    setRequests(requests: Request[]): void;
  }
  export interface Options {
    url: string;
    connections: number;
    /** Duration in seconds. */
    duration?: number;
    /** Number of requests, instead of a duration. */
    amount?: number;
    requests?: Request[];
    setupClient?: (client: Client) => void;
  }
  export interface Result {
    requests: { average: number };
    errors: number;
    timeouts: number;
    statusCodeStats: Record<string, { count: number } | undefined>;
  }
  export default function autocannon(options: Options): Promise<Result>;
}
