import { expect, test } from 'vitest';
import type { Operation } from '../../contract/common/operation.ts';
import { operations } from '../../contract/operations.ts';
import { openService } from '../setup/open-service.ts';

const service = await openService();

const declared: readonly Operation[] = operations;
const line = '\r\n';
const data = ['--cut', 'Content-Disposition: form-data; name="data"', '', '{"app_name":"x"}'].join(line);
const file = (name: string) =>
  [`--cut`, `Content-Disposition: form-data; name="${name}"; filename="a.png"`, '', 'some bytes'].join(line);
/** Forms that end early: within a part, after it, within the headers of the next, or before any. */
const cut = (name: string): string[] => [
  data,
  `${data}${line}`,
  `${data}${line}--cut`,
  `${data}${line}--cut${line}Content-Dispo`,
  file(name),
  `${file(name)}${line}--cut`,
  `${data}${line}${file(name)}`,
  '--cut',
  `--cut${line}`,
  'no boundary at all',
];

test.each(declared.filter(({ files }) => files !== undefined))(
  '$name refuses a form that ends too early',
  async ({ method, path, files = [] }) => {
    const address = path.replace(/:org_id/, service.admin.orgId).replace(/:\w+/g, '1');
    const statuses: number[] = [];
    for (const body of cut(files[0] ?? '')) {
      const headers = {
        'x-token': service.admin.token,
        'content-type': 'multipart/form-data; boundary=cut',
      };
      const sent: RequestInit = { method, headers, body };
      const answer = await fetch(service.url + address, sent);
      expect(await answer.json()).toHaveProperty('error.code');
      statuses.push(answer.status);
    }
    expect(statuses.filter((status) => status < 400 || status >= 500)).toEqual([]);
  },
);
