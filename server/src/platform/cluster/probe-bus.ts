import type { Clock } from '../clock'
import type { Metrics } from '../metrics'
import { packetKind } from './bus'
import type { Node } from './node'

/**
 * The receiver sends the probe back, so that the sender's clock alone measures the delay. The clocks of two machines
 * may differ by more than the delay.
 */
const probe = packetKind<{ at: number }>('probe')
const probeAnswer = packetKind<{ to: number; at: number }>('probe answer')

const probeEveryMs = 10_000

export function answerBusProbes({ bus }: Pick<Node, 'bus'>): void {
  bus.listen(probe, ({ at }, from) => void bus.publish(probeAnswer, { to: from, at }))
}

/** Measures the delay of the bus at once and then every ten seconds, until the returned function is called. */
export function measureBusDelay(
  { id, bus }: Pick<Node, 'id' | 'bus'>,
  clock: Pick<Clock, 'after'>,
  metrics: Metrics,
): () => void {
  let cancel = () => {}
  const stopListening = bus.listen(probeAnswer, ({ to, at }) => {
    if (to === id) metrics.busLag((performance.now() - at) / 2 / 1000)
  })
  ask()
  return () => {
    cancel()
    stopListening()
  }

  function ask(): void {
    void bus.publish(probe, { at: performance.now() })
    cancel = clock.after(probeEveryMs, ask)
  }
}
