import useMediaQuery from '@mui/material/useMediaQuery'
import { type RefObject, useLayoutEffect, useState } from 'react'

/**
 * In px: the width of a row outside its line of chips, and that of its buttons where they always show
 * (ticket-row.module.css).
 */
const besideChips = 86
const buttonsOnTouch = 150
/** The width of the list beside a conversation, until it is measured. */
const usual = 360

/** The width of the line of chips, in px. Touch screens cannot hover, so pending rows always show their buttons there. */
export function useChipRoom(
  rows: RefObject<HTMLElement | null>,
  hasRows: boolean,
): { readonly ofPending: number; readonly ofOthers: number } {
  const [measured, setMeasured] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the element mounts with the first rows
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
