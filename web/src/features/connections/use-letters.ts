import type { ConnectionView } from '@balcao/contract/connections'
import { pairingCodeLifetimeMs } from '@balcao/domain/connection-supervision'
import { useState } from 'react'
import { useDelayedSubmit } from '../../ui/use-submit'
import { useRequestPairingCode } from './api/connections'

interface Letters {
  readonly code: string
  /** The phone number with its leading `+`. */
  readonly number: string
  /** When the letters expire, in milliseconds since 1970. */
  readonly endsAt: number
  /** True once WhatsApp rejects the letters, possibly before they expire. */
  readonly isWithdrawn: boolean
}

export interface PairingLettersRequest {
  readonly phone: string
  readonly setPhone: (phone: string) => void
  readonly letters: Letters | null
  readonly isWaiting: boolean
  readonly error: unknown
  readonly ask: (number: string) => void
  readonly forget: () => void
}

type LettersState = 'asked' | 'valid' | 'withdrawn'

/** The dialog calls this hook, so that switching between QR and letters does not lose the letters. */
export function usePairingLetters(connection: ConnectionView): PairingLettersRequest {
  const pairing = useRequestPairingCode(connection.id)
  const { submit, isWaiting } = useDelayedSubmit((number: string) => pairing.mutateAsync(number))
  const [phone, setPhone] = useState('')
  const [state, setState] = useState<LettersState>('asked')
  const [asOf, setAsOf] = useState('')
  const now = stateAfter(state, asOf, connection)
  if (now !== state) setState(now)

  const { data, submittedAt, variables = '' } = pairing
  return {
    phone,
    setPhone,
    letters:
      data === undefined
        ? null
        : {
            code: data.code,
            number: variables,
            endsAt: submittedAt + pairingCodeLifetimeMs,
            isWithdrawn: now === 'withdrawn',
          },
    isWaiting,
    error: pairing.error,
    ask(number) {
      setState('asked')
      setAsOf(connection.updatedAt)
      void submit(number)
    },
    forget: pairing.reset,
  }
}

/** The letters' state after a live update. An update older than the request (`asOf`) is about earlier letters. */
function stateAfter(state: LettersState, asOf: string, connection: ConnectionView): LettersState {
  const { status, step, updatedAt } = connection
  if (state === 'withdrawn' || status === 'DISCONNECTED' || status === 'TIMEOUT') return 'withdrawn'
  if (step === 'letters') return 'valid'
  if (status !== 'qrcode') return state
  const isOver = step === 'letters-withdrawn' || step === 'letters-refused'
  if (isOver && (state === 'valid' || updatedAt !== asOf)) return 'withdrawn'
  // After a withdrawal WhatsApp sends QR codes again, and the update about the withdrawal may be missing.
  return step === 'scan' && state === 'valid' ? 'withdrawn' : state
}
