import { Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { newApp } from '../../infra/new-app.ts';
import { readOptions } from '../../infra/options.ts';
import { ThresherStack } from '../../infra/stack.ts';

type Resource = {
  Type: string;
  Properties: Record<string, unknown>;
  DeletionPolicy?: string;
  UpdateReplacePolicy?: string;
};

/** The template of a stack, without bundles: the template is under test, not the bundler. */
export function synthesise(context: Record<string, string> = {}) {
  const app = newApp(context);
  const stack = new ThresherStack(app, 'Test', readOptions(app.node), (name) => Code.fromInline(`// ${name}`));
  const template = Template.fromStack(stack);
  const resources = template.toJSON()['Resources'] as Record<string, Resource>;
  return {
    template,
    resources,
    /** All of a type, by the beginning of their logical ids (the path of constructs). */
    all: (type: string): [id: string, resource: Resource][] =>
      Object.entries(resources).filter(([, { Type }]) => Type === type),
    /** The one of a type whose logical id begins so. */
    one: (type: string, id: string): Resource => {
      const found = Object.entries(resources).filter(([name, { Type }]) => Type === type && name.startsWith(id));
      if (found.length !== 1) throw new Error(`${found.length} resources of ${type} begin with ${id}`);
      return found[0]![1];
    },
  };
}
