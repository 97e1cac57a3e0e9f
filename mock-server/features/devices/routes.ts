import type { FastifyInstance } from 'fastify';
import * as facts from '../../../contract/device-facts.ts';
import * as contract from '../../../contract/devices.ts';
import { route } from '../../platform/http/route.ts';
import { presentIdentityUser } from '../users/facade.ts';
import type { DevicesContext } from './devices-context.ts';

import { reportLocation } from './location.ts';
import { presentDevice, presentPairing } from './presenter.ts';
import * as service from './service.ts';

/** Devices and their pairing with users; document 3, Devices. */
export function registerDevices(app: FastifyInstance, platform: DevicesContext): void {
  app.addHook('onClose', () => platform.deviceActivity.flush());

  route(app, contract.listUserDevices, async ({ params, caller }) => {
    const { paired } = await service.listUserDevices(platform, caller, params.user);
    return { devices: paired.map(({ device }) => presentDevice(device)) };
  });

  route(app, contract.listUserPairings, async ({ params, caller }) => {
    const { user, paired } = await service.listUserDevices(platform, caller, params.user);
    return {
      user: presentIdentityUser(user),
      devices: paired.map(({ pairing, device }) => presentPairing(pairing, device)),
    };
  });

  for (const operation of [contract.readPairing, contract.readPairingV1]) {
    route(app, operation, async ({ params, caller }) => {
      const { pairing, device, user } = await service.findPaired(
        platform,
        caller,
        params.device,
        params.user,
      );
      return { device_user: { ...presentPairing(pairing, device), user: presentIdentityUser(user) } };
    });
  }

  route(app, facts.tellLocation, async ({ caller, body }) => ({
    location_permission: await reportLocation(platform, caller, body.location_permission),
  }));

  route(app, contract.removeOwnDevice, async ({ params, caller }) => {
    await service.removePairing(
      platform,
      { ...caller, orgId: caller.homeOrgId },
      params.device,
      caller.user.id,
    );
    return { removed: true };
  });

  route(app, contract.deletePairing, async ({ params, caller }) => {
    await service.removePairing(platform, caller, params.device, params.user);
    return { deleted: true };
  });
}
