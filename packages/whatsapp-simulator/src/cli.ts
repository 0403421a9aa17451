import { type Simulator, startSimulator } from './simulator'

const DEFAULT_PORT = 8090

/**
 * Starts the simulator of the demo: `SIMULATOR_PORT` (8090), `SIMULATOR_STATE` (a file; without it nothing is saved)
 * and `SIMULATOR_PRODUCT_URL` (the link of the phones page). The caller closes it.
 */
export function startFromEnvironment(environment: NodeJS.ProcessEnv): Promise<Simulator> {
  const { SIMULATOR_PORT, SIMULATOR_STATE, SIMULATOR_PRODUCT_URL } = environment
  return startSimulator({
    port: portFrom(SIMULATOR_PORT),
    ...(SIMULATOR_STATE && { stateFile: SIMULATOR_STATE }),
    ...(SIMULATOR_PRODUCT_URL && { productUrl: SIMULATOR_PRODUCT_URL }),
  })
}

function portFrom(text: string | undefined): number {
  if (!text) return DEFAULT_PORT
  const port = Number(text)
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    throw new Error(`SIMULATOR_PORT must be a port number, not ${text}`)
  }
  return port
}
