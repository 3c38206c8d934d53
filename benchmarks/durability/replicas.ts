import { freePort } from '../../tools/free-port.ts';
import { type MockServer, startMock } from '../shared/mock-server.ts';
import { environment } from '../shared/processes.ts';

environment.DELIVERY_MOCK_CLUSTER_SECRET = 'the-secret-of-the-durability-run';

/** One or more mocks with the same store, which can be killed and started again. */
export class Replicas {
  readonly #args: readonly string[];
  readonly #ports: readonly number[];
  readonly #isCluster: boolean;
  readonly #running = new Map<number, MockServer>();

  private constructor(args: readonly string[], ports: readonly number[]) {
    this.#args = args;
    this.#ports = ports;
    this.#isCluster = ports.length > 1;
  }

  /**
   * Starts replicas on free ports.
   *
   * @param args arguments of `delivery-mock start` for all replicas
   */
  static async start(count: number, args: readonly string[]): Promise<Replicas> {
    const ports: number[] = [];
    while (ports.length < count) ports.push(await freePort());
    const replicas = new Replicas(args, ports);
    for (const port of ports) await replicas.startAgain(port);
    return replicas;
  }

  /** The ports of the running replicas. */
  get ports(): number[] {
    return [...this.#running.keys()];
  }

  /** The base URLs of all replicas, running or not, as in a load balancer without health checks. */
  get urls(): string[] {
    return this.#ports.map((port) => `http://127.0.0.1:${port}`);
  }

  async kill(port: number): Promise<void> {
    const replica = this.#running.get(port);
    this.#running.delete(port);
    await replica?.stop('SIGKILL');
  }

  /**
   * Starts the replica of a port, for example after `kill`.
   *
   * @throws {Error} with the output of the mock if it does not start
   */
  async startAgain(port: number): Promise<void> {
    const cluster = this.#isCluster ? ['--advertise-url', `http://127.0.0.1:${port}`] : [];
    this.#running.set(port, await startMock([...this.#args, '--port', String(port), ...cluster]));
  }

  async stop(): Promise<void> {
    for (const port of this.ports) await this.kill(port);
  }
}
