import { sendMessageByToken } from '@balcao/contract/external-api'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { callWithApiToken } from '../../../lib/call'
import { showError } from '../../../ui/toasts'

interface TestMessage {
  readonly token: string
  readonly number: string
  readonly body: string
  readonly file: File | null
}

/** Sends with an API token, like an external program. A refusal does not sign the user out (EXTAPI-07). */
export function useSendTestMessage() {
  const [uploaded, setUploaded] = useState<number>()
  const sending = useMutation({
    mutationFn: ({ token, number, body, file }: TestMessage) =>
      callWithApiToken(sendMessageByToken, { body: { number, body } }, file === null ? [] : [file], {
        token,
        onProgress: setUploaded,
      }),
    onError: showError,
    onSettled: () => setUploaded(undefined),
  })
  return { send: sending.mutateAsync, uploaded }
}
