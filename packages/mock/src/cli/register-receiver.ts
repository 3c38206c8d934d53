import type { Receiver } from '../api/types.ts';
import type { SendControl } from './control-client.ts';

/** Time without a heartbeat after which the sandbox removes the receiver. */
const expiresAfterSeconds = 15;

/**
 * Registers a receiver with the sandbox, and renews the registration until `end` is called. If the
 * renewal fails, for example after a restart of the sandbox, registers the receiver again.
 *
 * @param onRegistered called after each registration; the secrets can differ each time
 * @returns the interfaces of the receiver, and `end`, which removes the receiver
 * @throws {Error} if the first registration fails
 */
export async function registerReceiver(
  send: SendControl,
  url: string,
  {
    onRegistered,
    heartbeatMs = 5_000,
  }: { onRegistered: (receiver: Receiver) => void; heartbeatMs?: number },
): Promise<{ interfaces: Receiver['interfaces']; end: () => Promise<void> }> {
  const add = async (): Promise<Receiver> => {
    const receiver = (await send('POST', '/receivers', {
      url,
      expires_after_seconds: expiresAfterSeconds,
    })) as Receiver;
    onRegistered(receiver);
    return receiver;
  };
  let receiver = await add();
  let isRenewing = false;
  const renew = async (): Promise<void> => {
    if (isRenewing) return;
    isRenewing = true;
    try {
      await send('PUT', `/receivers/${receiver.id}`).catch(async () => {
        receiver = await add();
      });
    } catch {
      // The sandbox does not respond. The next heartbeat tries again.
    } finally {
      isRenewing = false;
    }
  };
  const timer = setInterval(() => void renew(), heartbeatMs);
  return {
    interfaces: receiver.interfaces,
    end: async () => {
      clearInterval(timer);
      // The sandbox may have stopped before this command.
      await send('DELETE', `/receivers/${receiver.id}`).catch(() => {});
    },
  };
}
