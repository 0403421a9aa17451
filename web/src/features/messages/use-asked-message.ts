import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Goes to the message that the address names, `#message-12`: a search leads there. Once for each time it is gone to. */
export function useAskedMessage(goTo: (messageId: number) => void): void {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: goTo is new in every render; `key` is each visit
  useEffect(() => {
    const messageId = messageNamed(hash)
    if (messageId !== undefined) goTo(messageId)
  }, [hash, key])
}

export function messageNamed(hash: string): number | undefined {
  const [, digits] = /^#message-(-?\d{1,16})$/.exec(hash) ?? []
  return digits === undefined ? undefined : Number(digits)
}
