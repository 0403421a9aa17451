import useMediaQuery from '@mui/material/useMediaQuery'
import { type RefObject, useLayoutEffect, useState } from 'react'

/** In px: what a row has beside the line of its chips, and what its buttons take where they always show (ticket-row.module.css). */
const besideChips = 86
const buttonsOnTouch = 150
/** The list beside a conversation, until it is measured. */
const usual = 360

/** How wide the line of chips is, in px. Buttons of waiting rows always show under a finger, which cannot hover. */
export function useChipRoom(
  rows: RefObject<HTMLElement | null>,
  hasRows: boolean,
): { readonly ofPending: number; readonly ofOthers: number } {
  const [measured, setMeasured] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the element comes with the first rows
  useLayoutEffect(() => {
    const { current: element } = rows
    if (element === null) return
    const observer = new ResizeObserver(() => setMeasured(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [hasRows])
  const isTouch = useMediaQuery('(hover: none)', { noSsr: true })
  const ofOthers = (measured === 0 ? usual : measured) - besideChips
  return { ofOthers, ofPending: ofOthers - (isTouch ? buttonsOnTouch : 0) }
}
