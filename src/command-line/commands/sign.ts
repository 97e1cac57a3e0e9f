import { signApplication } from '../../../contract/credentials.ts';
import { defineCommand } from '../command.ts';
import { findApplication, findCredentials } from '../lookup.ts';
import { usageError } from '../problems.ts';
import { waitForSignature } from '../signature.ts';

export const sign = defineCommand({
  name: 'sign',
  summary: 'Sign the latest version of an application',
  operands: ['APP'],
  options: {
    credentials: {
      type: 'string',
      value: 'CREDENTIALS',
      help: 'sign with these, by description or ID (required)',
    },
    wait: { type: 'boolean', help: 'wait until it is signed; fails when it can’t be' },
  },
  examples: ["appshelf sign org.example.depot --credentials 'Release key' --wait"],
  async run({ signedIn, operands: [name = ''], options, terminal, signal }) {
    if (options.credentials === undefined)
      throw usageError('--credentials is missing. See appshelf credentials list.');
    const service = await signedIn();
    const application = await findApplication(service, name);
    const { psk: credentials } = await findCredentials(service, options.credentials);
    const params = { application: application.id, credentials };
    const requested = await service.call(signApplication, { params });
    if (!options.wait) {
      return { text: `${application.name}: ${requested.signing_status_details}`, json: requested };
    }
    const reported = requested.signing_status_details;
    terminal.printRemark(reported);
    const ended = await waitForSignature(service, application.id, { terminal, signal, reported: reported });
    return { text: `${application.name}: ${ended.signing_status_details}`, json: ended };
  },
});
