import type { WhatsappGateway } from '@balcao/whatsapp/gateway'
import type { SimulatorTrust } from '@balcao/whatsapp/simulator-trust'
import { z } from 'zod'
import type { Config } from '../platform/config'
import { StartUpProblem } from '../platform/fatal'

const trustOfSimulator = z.object({
  noiseRootPublicKey: z.string().transform((text) => Buffer.from(text, 'base64')),
  mediaCertificate: z.string(),
  mediaHost: z.string(),
  graph: z.object({ url: z.string(), mediaHost: z.string() }),
})

/** A WhatsApp simulator that this process trusts, only with an explicit setting and on the loopback address. */
export interface TrustedSimulator {
  readonly trust: SimulatorTrust
  readonly mediaHosts: readonly string[]
  readonly graph: { readonly url: string; readonly mediaHost: string }
  /** Shows every QR to the simulated phones: only the product knows a code's secret. */
  showCodes(gateway: WhatsappGateway): WhatsappGateway
}

export async function trustSimulator(
  simulator: NonNullable<Config['whatsappSimulator']>,
): Promise<TrustedSimulator> {
  const { socketUrl, trustUrl } = simulator
  const { mediaHost, graph, ...keys } = trustOfSimulator.parse(await ask(trustUrl))
  return {
    trust: { url: socketUrl, ...keys },
    mediaHosts: [mediaHost],
    graph,
    showCodes: (gateway) => ({
      ...gateway,
      connect: (options) =>
        gateway.connect({
          ...options,
          report(report) {
            if (report.qr !== null) void holdUp(new URL('/qrs', trustUrl), report.qr)
            options.report(report)
          },
        }),
    }),
  }
}

async function ask(url: string): Promise<unknown> {
  try {
    const answer = await fetch(url)
    return await answer.json()
  } catch (cause) {
    throw new StartUpProblem(
      `No simulator answers at ${url}. Start it, or take WHATSAPP_SIMULATOR_URL away.`,
      { cause },
    )
  }
}

/** Shows a QR code to the simulator. If it is not running, no phone scans the code, and the next code is tried. */
async function holdUp(url: URL, qr: string): Promise<void> {
  const body = JSON.stringify({ qr })
  await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body }).catch(
    () => undefined,
  )
}
