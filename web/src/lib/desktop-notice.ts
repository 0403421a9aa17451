export interface DesktopNotice {
  readonly title: string
  readonly body: string
  /** A later notice with the same tag replaces it. */
  readonly tag: string
}

/**
 * Shows it only with an earlier permission, because an unexpected permission prompt annoys; and not while the page has the
 * focus.
 */
export function showDesktopNotice({ title, body, tag }: DesktopNotice, onClick: () => void): void {
  if (document.hasFocus() || typeof Notification === 'undefined' || Notification.permission !== 'granted')
    return
  const notice = new Notification(title, { body, tag })
  notice.onclick = () => {
    window.focus()
    onClick()
    notice.close()
  }
}
