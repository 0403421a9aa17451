export interface DesktopNotification {
  readonly title: string
  readonly body: string
  /** A later notification with the same tag replaces this one. */
  readonly tag: string
}

/** Shows a desktop notification, unless the page has the focus. Never asks for permission. */
export function showDesktopNotification(
  { title, body, tag }: DesktopNotification,
  onClick: () => void,
): void {
  if (document.hasFocus() || typeof Notification === 'undefined' || Notification.permission !== 'granted')
    return
  const notice = new Notification(title, { body, tag })
  notice.onclick = () => {
    window.focus()
    onClick()
    notice.close()
  }
}
