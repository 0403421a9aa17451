import { useState } from 'react'
import { readStored, store } from '../../../lib/browser-storage'

/** Whether messages are signed with the user's name: on until switched off, stored in the browser (CONVO-16). */
export function useSignOption(): readonly [boolean, (signs: boolean) => void] {
  const [signs, setSigns] = useState(() => readStored('signOption') !== 'false')
  return [
    signs,
    (next) => {
      store('signOption', String(next))
      setSigns(next)
    },
  ]
}
