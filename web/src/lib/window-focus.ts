import { useSyncExternalStore } from 'react'

export function useWindowFocus(): boolean {
  return useSyncExternalStore(onFocusChange, () => document.hasFocus())
}

function onFocusChange(listener: () => void): () => void {
  window.addEventListener('focus', listener)
  window.addEventListener('blur', listener)
  return () => {
    window.removeEventListener('focus', listener)
    window.removeEventListener('blur', listener)
  }
}
