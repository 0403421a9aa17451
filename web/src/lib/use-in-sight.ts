import { type RefObject, useEffect, useState } from 'react'

/** All of it, except for a fraction of a pixel. */
const whole = 0.9

/** Whether an element is in view, not only in the document: every scroll container clips it. False until that is known. */
export function useInSight(element: RefObject<Element | null>): boolean {
  const [isInSight, setInSight] = useState(false)
  useEffect(() => {
    if (element.current === null) return
    const observer = new IntersectionObserver(
      (entries) => setInSight((entries.at(-1)?.intersectionRatio ?? 0) >= whole),
      { threshold: whole },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isInSight
}
