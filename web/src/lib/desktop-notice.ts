export interface DesktopNotice {
  readonly title: string
  readonly body: string
  /** A later notice with the same tag takes its place. */
  readonly tag: string
}

/** Shows it where the browser has already granted it, asking unbidden would be rude; and not to who looks at the page. */
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
