import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { Type } from 'typebox';
import { Check } from 'typebox/value';
import {
  applyPolicies,
  listEvents,
  RequestedPolicy,
  readApplicationPolicies,
  readKinds,
  removePolicies,
} from '../../../contract/application-policies.ts';
import { wrapStatuses } from '../../../contract/common/codes.ts';
import type { ResponseOf } from '../../../contract/common/request.ts';
import { listPolicies, vendor } from '../../../contract/policies.ts';
import { defineCommand } from '../command.ts';
import { findApplication, findCredentials } from '../lookup.ts';
import { Problem, usageError } from '../problems.ts';
import type { Service } from '../service.ts';
import { describeSignature, waitForSignature } from '../signature.ts';
import { facts, formatBoolean, table } from '../table.ts';
import type { Terminal } from '../terminal.ts';

/** Milliseconds between two requests for the progress. */
const pollIntervalMs = 1_000;

type Standing = ResponseOf<typeof readApplicationPolicies>;

const list = defineCommand({
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

const show = defineCommand({
  name: 'policies show',
  summary: 'Show the policies of an application, and whether they are applied',
  operands: ['APP'],
  async run({ signedIn, operands: [name = ''] }) {
    const service = await signedIn();
    const application = await findApplication(service, name);
    const standing = await readStanding(service, application.id);
    return { text: describePolicy(application.name, standing), json: standing };
  },
});

const readStanding = (service: Service, application: string): Promise<Standing> =>
  service.call(readApplicationPolicies, { params: { application } });

function describePolicy(name: string, { status, configurations }: Standing): string {
  const rows = configurations.map(({ policy_id, auth_required, configuration }) => [
    policy_id,
    formatBoolean(auth_required),
    configuration === null ? '' : JSON.stringify(configuration),
  ]);
  const policies = table(['POLICY', 'SIGN-IN', 'OPTIONS'], rows, '');
  return [facts({ app: name, status: status.description }), policies]
    .filter((part) => part !== '')
    .join('\n\n');
}

const apply = defineCommand({
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
    wait: {
      type: 'boolean',
      help: 'wait until they are applied, and signed with --credentials; fails when they can’t be',
    },
  },
  examples: [
    "appshelf policies apply 'API Demos' --policy app-usage --policy collect-crash-reports --wait",
    "appshelf policies apply 'API Demos' --file policies.json",
  ],
  async run({ signedIn, operands: [name = ''], options, terminal, signal }) {
    const configurations = [...options.policy.map(parsePolicy), ...(await readPoliciesFile(options.file))];
    if (configurations.length === 0) throw usageError('Name policies with --policy or --file.');
    const service = await signedIn();
    const { id, name: title } = await findApplication(service, name);
    const signer =
      options.credentials === undefined ? null : await findCredentials(service, options.credentials);
    await service.call(applyPolicies, {
      params: { application: id },
      body: { configurations, credentials_id: signer?.psk ?? null },
    });
    const watch = { signs: signer !== null, terminal, signal };
    const standing = options.wait
      ? await waitUntilApplied(service, id, watch)
      : await readStanding(service, id);
    return { text: describePolicy(title, standing), json: standing };
  },
});

/** A policy by its full name, or by the last part of it. */
const parsePolicy = (name: string): RequestedPolicy => ({
  policy_id: name.includes('.') ? name : `${vendor}.${name}`,
});

/** The policies in a file. Error: `wrongUse` when it can't be read, or holds something else. */
async function readPoliciesFile(path: string | undefined): Promise<RequestedPolicy[]> {
  if (path === undefined) return [];
  const content = await readFile(path, 'utf8')
    .then((text): unknown => JSON.parse(text))
    .catch((cause: unknown) => {
      throw usageError(`${path} can't be read as JSON.`, cause);
    });
  if (Check(Type.Array(RequestedPolicy), content)) return content;
  throw usageError(`${path} must hold a list such as [{"policy_id": "${vendor}.app-usage"}].`);
}

/**
 * Waits until policies are applied, and the package is signed where that was requested; reports the progress. Error:
 * `refused` with the reason when it has failed.
 */
async function waitUntilApplied(
  service: Service,
  application: string,
  { signs, terminal, signal }: { signs: boolean; terminal: Terminal; signal: AbortSignal },
): Promise<Standing> {
  for (let reported = ''; ; await pause(pollIntervalMs, undefined, { signal })) {
    const standing = await readStanding(service, application);
    const { code, description } = standing.status;
    if (code === wrapStatuses.error)
      throw new Problem('refused', await describeFailure(service, application, standing));
    if (signs && code === wrapStatuses.needsSigning) {
      // The package already contains what it needs, and is being signed.
      await waitForSignature(service, application, { terminal, signal });
      return readStanding(service, application);
    }
    if (code !== wrapStatuses.applying) return standing;
    if (description !== reported) terminal.printRemark(description);
    reported = description;
  }
}

/** Why policies could not be applied: the details of the signature, where that failed. */
async function describeFailure(service: Service, application: string, { status }: Standing): Promise<string> {
  const { signing_status, signing_status_details } = await describeSignature(service, application);
  return signing_status === 'error' ? signing_status_details : status.description;
}

/** A text from an application, on one line: everybody who has the package can send such a text. */
const toSingleLine = (statement: string | null): string => (statement ?? '').replace(/\s+/g, ' ');

const events = defineCommand({
  name: 'policies events',
  summary: 'Show crashes, and other events, that applications reported; the newest first',
  operands: ['[APP]'],
  options: {
    kind: { type: 'string', value: 'KIND', help: `${readKinds.join(', ')}; default: crash` },
    date: {
      type: 'string',
      value: 'FROM,TO',
      help: 'only those of these days, as 2030-01-01,2030-01-31 (UTC)',
    },
  },
  examples: [
    "appshelf policies events 'API Demos'",
    'appshelf policies events --kind policy_read --date 2030-01-01,2030-01-31 --json',
  ],
  async run({ signedIn, operands: [name], options }) {
    const kind = readKinds.find((known) => known === (options.kind ?? 'crash'));
    if (kind === undefined) throw usageError(`--kind is one of ${readKinds.join(', ')}.`);
    const service = await signedIn();
    const application = name === undefined ? undefined : (await findApplication(service, name)).id;
    const query = { kind, application, date: options.date };
    const { events: found, end_of_data } = await service.call(listEvents, { query });
    const rows = found.map((event) => [
      event.date,
      event.app_name ?? '',
      toSingleLine(event.version),
      toSingleLine(event.user_id),
      toSingleLine(event.device_name ?? event.device_id),
      event.succeeded === null ? toSingleLine(event.message) : event.succeeded ? 'succeeded' : 'failed',
    ]);
    const text = table(['DATE', 'APP', 'VERSION', 'USER', 'DEVICE', ''], rows, 'There are none.');
    const more = `These are the newest ${found.length}. Name days with --date for others.`;
    return { text: end_of_data ? text : `${text}\n${more}`, json: found };
  },
});

const remove = defineCommand({
  name: 'policies remove',
  summary: 'Remove all policies of an application: devices get the package as it was uploaded',
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

export const policyCommands = [list, show, apply, remove, events];
