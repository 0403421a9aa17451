import { WelcomePicture } from '../../ui/welcome-picture'

export default function TicketArea() {
  return <WelcomePicture />
}
