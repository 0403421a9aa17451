import type { QuickMessageSuggestion, QuickMessageView } from '@balcao/contract/quick-messages'
import type { TicketView } from '@balcao/contract/tickets'
import { fillVariables } from '@balcao/domain/message-variables'
import { useEffect, useRef, useState } from 'react'
import { useUser } from '../../../lib/session'
import { lazyComponent } from '../../../ui/later'
import { useFetchFullQuickMessage } from '../api/messages'
import { QuickAnswerList } from './quick-answer-list'
import { useQuickAnswers } from './use-quick-answers'

const SendQuickAnswerDialog = lazyComponent(() =>
  import('./send-answer-dialog').then((it) => it.SendQuickAnswerDialog),
)

interface Choosing {
  readonly onWords: (words: string) => void
  /** Receives the file of a confirmed answer, with its text as caption. */
  readonly onFile: (file: File, caption: string) => void
}

export function useTicketQuickAnswers(ticket: TicketView, input: string, { onWords, onFile }: Choosing) {
  const { timeZone, language } = useUser().company
  const [sending, setSending] = useState<QuickMessageView | null>(null)
  const quick = useQuickAnswers(input, choose)
  const whole = useFetchFullQuickMessage()
  const inputNow = useRef(input)
  useEffect(() => {
    inputNow.current = input
  }, [input])

  /** Fills in the variables, in the company's time zone and language (GEN-18, GEN-19). */
  function filled({ message }: QuickMessageView): string {
    const { name, number, email } = ticket.contact
    return fillVariables(message, { name, number, email, now: new Date(), timeZone, language })
  }
  function choose(answer: QuickMessageSuggestion): void {
    if (answer.isWhole) take(answer)
    else if (!whole.isPending) readAndTake(answer)
  }
  function readAndTake(answer: QuickMessageSuggestion): void {
    // Drops the fetched quick answer if the user has changed the input meanwhile.
    whole.mutate(answer, { onSuccess: (read) => inputNow.current === input && take(read) })
  }
  function take(answer: QuickMessageView): void {
    if (answer.isMedia) setSending(answer)
    else onWords(filled(answer))
  }

  return {
    quick,
    panel: <QuickAnswerList quick={quick} filled={filled} />,
    question: sending !== null && (
      <SendQuickAnswerDialog
        answer={sending}
        caption={filled(sending)}
        onSend={onFile}
        onClose={() => setSending(null)}
      />
    ),
  }
}
