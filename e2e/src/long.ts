export { isLong } from '@balcao/whatsapp-simulator/testing/long'
