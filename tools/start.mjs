// npm start: an up-to-date web build, then the server in this same process (so that signals reach it directly).
import { buildWeb } from './build-web.mjs'

buildWeb()
await import('../apps/server/src/main.ts')
