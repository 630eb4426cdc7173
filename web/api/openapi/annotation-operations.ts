/** Operations of people who annotate pages, hand in documents, or sign in for that. */
import * as z from 'zod';
import { ANNOTATIONS_PARAMETERS, MAX_DOCUMENT_URL } from '../../annotations/annotation-parameters.ts';
import { CRAWL_PARAMETER, contentOf, MISSING_CRAWL, type Operation, PAGE } from './operation.ts';

const annotationId = { id: z.string().describe('Id of an annotation.') };
const WRITING_PROBLEMS = [
  'invalid-parameters',
  'not-signed-in',
  'no-name',
  'read-only',
  'too-large',
  ...MISSING_CRAWL,
  'search-unavailable',
] as const;

export const ANNOTATION_OPERATIONS: readonly Operation[] = [
  {
    path: '/annotations',
    id: 'listAnnotations',
    summary: 'Lists the annotations of a crawl, the newest first, or those of a page.',
    parameters: { ...CRAWL_PARAMETER, ...ANNOTATIONS_PARAMETERS },
    content: contentOf(['json'], 'Annotations'),
    problems: ['invalid-parameters', 'no-such-record', ...MISSING_CRAWL, 'search-unavailable'],
  },
  {
    path: '/annotations',
    method: 'post',
    id: 'addAnnotation',
    summary: 'Annotates the page of a record.',
    parameters: CRAWL_PARAMETER,
    body: 'NewAnnotation',
    content: contentOf(['json'], 'Annotation'),
    problems: ['no-such-record', 'too-many-annotations', ...WRITING_PROBLEMS],
  },
  {
    path: '/annotations/{id}',
    id: 'getAnnotation',
    summary: 'Returns an annotation.',
    parameters: { ...annotationId, ...CRAWL_PARAMETER },
    content: contentOf(['json'], 'Annotation'),
    problems: ['no-such-annotation', ...MISSING_CRAWL, 'search-unavailable'],
  },
  {
    path: '/annotations/{id}',
    method: 'put',
    id: 'changeAnnotation',
    summary: 'Replaces the text of an annotation of the person whose token is sent.',
    parameters: { ...annotationId, ...CRAWL_PARAMETER },
    body: 'AnnotationText',
    content: contentOf(['json'], 'Annotation'),
    problems: ['no-such-annotation', 'not-your-annotation', ...WRITING_PROBLEMS],
  },
  {
    path: '/annotations/{id}',
    method: 'delete',
    id: 'deleteAnnotation',
    summary: 'Deletes an annotation of the person whose token is sent.',
    parameters: { ...annotationId, ...CRAWL_PARAMETER },
    content: {},
    problems: ['no-such-annotation', 'not-your-annotation', ...WRITING_PROBLEMS],
  },
  {
    path: '/documents',
    id: 'showDocumentForm',
    summary: 'Shows the form where contributors hand in a document.',
    parameters: CRAWL_PARAMETER,
    content: PAGE,
    problems: MISSING_CRAWL,
  },
  {
    path: '/documents',
    method: 'post',
    body: 'file',
    id: 'addDocument',
    summary: 'Adds a document to the crawl, and answers when it can be searched. Only for contributors.',
    parameters: {
      url: z.string().max(MAX_DOCUMENT_URL).describe('Address of the document on the web (http or https). Required.'),
      ...CRAWL_PARAMETER,
    },
    content: contentOf(['json'], 'AddedDocument'),
    problems: [
      'invalid-parameters',
      'not-signed-in',
      'not-a-contributor',
      'read-only',
      'folder-in-use',
      'not-kept',
      'not-processed',
      'too-large',
      ...MISSING_CRAWL,
    ],
  },
  {
    path: '/sign-in',
    id: 'showSignIn',
    summary: 'Shows the form where people sign in, to annotate pages in a browser.',
    parameters: CRAWL_PARAMETER,
    content: PAGE,
    problems: MISSING_CRAWL,
  },
];
