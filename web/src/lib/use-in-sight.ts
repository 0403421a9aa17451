import { type RefObject, useEffect, useState } from 'react'

/** All of it, but for the part of a pixel. */
const whole = 0.9

/** Whether an element is on screen, not only in the document: whatever it scrolls in cuts it off. False until that is known. */
export function useInSight(element: RefObject<Element | null>): boolean {
  const [isInSight, setInSight] = useState(false)
  useEffect(() => {
    if (element.current === null) return
    const observer = new IntersectionObserver(
      (looks) => setInSight((looks.at(-1)?.intersectionRatio ?? 0) >= whole),
      { threshold: whole },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isInSight
}
