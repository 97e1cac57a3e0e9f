import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { Type } from 'typebox';
import { Check } from 'typebox/value';
import {
  applyPolicies,
  RequestedPolicy,
  readApplicationPolicies,
  removePolicies,
} from '../../../contract/application-policies.ts';
import { wrapStatuses } from '../../../contract/common/codes.ts';
import type { ResponseOf } from '../../../contract/common/request.ts';
import { listPolicies, vendor } from '../../../contract/policies.ts';
import { command } from '../command.ts';
import { findApplication, findCredentials } from '../lookup.ts';
import { Problem, wrongUse } from '../problems.ts';
import type { Service } from '../service.ts';
import { facts, table, yesNo } from '../table.ts';

/** Milliseconds between two looks at how applying stands. */
const look = 1_000;

type Standing = ResponseOf<typeof readApplicationPolicies>;

const list = command({
  name: 'policies list',
  summary: 'List the policies that can be applied to applications',
  async run({ signedIn }) {
    const { policies } = await (await signedIn()).call(listPolicies);
    const rows = policies.map(({ policy_id, is_dynamic, configurable_fields, display_name }) => [
      policy_id,
      display_name,
      is_dynamic ? 'no' : 'yes',
      Object.keys(configurable_fields ?? {}).join(', '),
    ]);
    return {
      text: table(['POLICY', 'NAME', 'NEW PACKAGE', 'OPTIONS'], rows, 'There are no policies.'),
      json: policies,
    };
  },
});

const show = command({
  name: 'policies show',
  summary: 'Show the policies of an application, and how applying them stands',
  operands: ['APP'],
  async run({ signedIn, operands: [name = ''] }) {
    const service = await signedIn();
    const application = await findApplication(service, name);
    const standing = await standingOf(service, application.id);
    return { text: described(application.name, standing), json: standing };
  },
});

const standingOf = (service: Service, application: string): Promise<Standing> =>
  service.call(readApplicationPolicies, { params: { application } });

function described(name: string, { status, configurations }: Standing): string {
  const rows = configurations.map(({ policy_id, auth_required, configuration }) => [
    policy_id,
    yesNo(auth_required),
    configuration === undefined ? '' : JSON.stringify(configuration),
  ]);
  const policies = table(['POLICY', 'SIGN-IN', 'OPTIONS'], rows, '');
  return [facts({ app: name, status: status.description }), policies]
    .filter((part) => part !== '')
    .join('\n\n');
}

const apply = command({
  name: 'policies apply',
  summary: 'Apply policies to an application, in place of those that it has',
  operands: ['APP'],
  options: {
    policy: {
      type: 'string',
      value: 'POLICY',
      multiple: true,
      help: 'a policy without options',
    },
    file: { type: 'string', value: 'FILE', help: 'a JSON list of policies with their options' },
    credentials: {
      type: 'string',
      value: 'CREDENTIALS',
      help: 'sign the changed package with these, by description or ID',
    },
    wait: { type: 'boolean', help: 'wait until they are applied' },
  },
  examples: [
    "appshelf policies apply 'API Demos' --policy app-usage --policy collect-crash-reports --wait",
    "appshelf policies apply 'API Demos' --file policies.json",
  ],
  async run({ signedIn, operands: [name = ''], options, signal }) {
    const configurations = [...options.policy.map(named), ...(await inFile(options.file))];
    if (configurations.length === 0) throw wrongUse('Name policies with --policy or --file.');
    const service = await signedIn();
    const { id, name: title } = await findApplication(service, name);
    const signer =
      options.credentials === undefined ? null : await findCredentials(service, options.credentials);
    await service.call(applyPolicies, {
      params: { application: id },
      body: { configurations, credentials_id: signer?.psk ?? null },
    });
    const standing = await standingAfter(service, id, { wait: options.wait, signal });
    return { text: described(title, standing), json: standing };
  },
});

/** A policy by its whole name, or by the last part of it. */
const named = (name: string): RequestedPolicy => ({
  policy_id: name.includes('.') ? name : `${vendor}.${name}`,
});

/** The policies in a file. Error: `wrongUse` when it can't be read, or holds something else. */
async function inFile(path: string | undefined): Promise<RequestedPolicy[]> {
  if (path === undefined) return [];
  const content = await readFile(path, 'utf8')
    .then((text): unknown => JSON.parse(text))
    .catch((cause: unknown) => {
      throw wrongUse(`${path} can't be read as JSON.`, cause);
    });
  if (Check(Type.Array(RequestedPolicy), content)) return content;
  throw wrongUse(`${path} must hold a list such as [{"policy_id": "${vendor}.app-usage"}].`);
}

/** How applying stands; with `wait`, once it has ended. Error: `refused` when it has failed. */
async function standingAfter(
  service: Service,
  application: string,
  { wait, signal }: { wait: boolean; signal: AbortSignal },
): Promise<Standing> {
  for (;;) {
    const standing = await standingOf(service, application);
    const { code, description } = standing.status;
    if (code === wrapStatuses.error) throw new Problem('refused', description);
    if (!wait || code !== wrapStatuses.applying) return standing;
    await pause(look, undefined, { signal });
  }
}

const remove = command({
  name: 'policies remove',
  summary: 'Remove all policies of an application: its package becomes the uploaded one again',
  operands: ['APP'],
  options: { yes: { type: 'boolean', help: 'do not ask for confirmation' } },
  async run({ signedIn, operands: [name = ''], options, terminal }) {
    const service = await signedIn();
    const { id, name: title } = await findApplication(service, name);
    await terminal.confirm(`Remove all policies of ${title}?`, options.yes);
    await service.call(removePolicies, { params: { application: id } });
    return { text: `${title}: policies removed`, json: { id } };
  },
});

export const policyCommands = [list, show, apply, remove];
