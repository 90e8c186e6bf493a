import { Type } from 'typebox'
import { Done } from '../schemas.ts'
import { Properties, PropertiesBody } from '../accounts/schemas.ts'
import {
  AdminContent,
  AdminContentBody,
  AdminContentHistory,
  AdminContentHistoryBody,
  AdminContents,
  AdminSaveContentBody,
  Content,
  ContentQuery,
  Contents,
  ContentSaved,
  ContentsBody,
  PictureUploaded,
  SendContactBody,
} from '../content/schemas.ts'
import { MARKDOWN_MAX_BYTES } from '../limits.ts'
import { Settings, SettingsBody } from '../business/settings.ts'
import { defineCall } from './define-call.ts'

/** Line breaks and quotes take two bytes each in JSON; title, summary and the other fields are short. */
const SAVE_CONTENT_BYTES = 2 * MARKDOWN_MAX_BYTES + 16 * 1024

/** Settings and texts of the site, and their administration. */
export const contentCalls = {
  settings: defineCall('POST /settings', {
    shed: 'never',
    who: 'P',
    tag: 'site',
    summary: 'Get the settings of the site',
    body: SettingsBody,
    data: Settings,
  }),
  properties: defineCall('POST /properties', {
    who: 'P',
    tag: 'site',
    summary: 'List the values of a property with their labels',
    body: PropertiesBody,
    data: Properties,
  }),
  contents: defineCall('POST /contents', {
    who: 'P',
    tag: 'site',
    summary: 'List published pages or articles',
    body: ContentsBody,
    data: Contents,
  }),
  content: defineCall('GET /content', {
    who: 'P',
    tag: 'site',
    summary: 'Get a page or article as Markdown',
    query: ContentQuery,
    data: Content,
  }),
  sendContact: defineCall('POST /send_contact', {
    who: 'P',
    tag: 'site',
    summary: 'Send a message to the operator',
    body: SendContactBody,
    data: Done,
  }),
  adminContent: defineCall('POST /admin_content', {
    who: 'A',
    tag: 'admin',
    summary: 'List the texts of the site including drafts, or get one',
    body: AdminContentBody,
    data: Type.Union([AdminContents, AdminContent]),
  }),
  adminSaveContent: defineCall('POST /admin_save_content', {
    who: 'A',
    stepUp: true,
    tag: 'admin',
    summary: 'Save a text as a draft, publish or withdraw it',
    body: AdminSaveContentBody,
    data: ContentSaved,
    maxBodyBytes: SAVE_CONTENT_BYTES,
  }),
  adminContentHistory: defineCall('POST /admin_content_history', {
    who: 'A',
    tag: 'admin',
    summary: 'List the versions of a text, newest first',
    body: AdminContentHistoryBody,
    data: AdminContentHistory,
  }),
}

/** The only call that takes a file; its body is parsed by the route. */
export const uploadPicture = defineCall('POST /admin_upload_picture', {
  who: 'A',
  stepUp: true,
  tag: 'admin',
  summary: 'Upload a picture for the texts of the site: multipart/form-data, the file in the field "picture"',
  consumes: 'multipart/form-data',
  data: PictureUploaded,
})
