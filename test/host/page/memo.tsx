import { Component, type ComponentClass, type FunctionComponent } from "preact";

/** A component that is drawn again only when one of its properties is another object or value. */
export function memo<P extends object>(Draw: FunctionComponent<P>): ComponentClass<P> {
  return class extends Component<P> {
    override shouldComponentUpdate(next: Readonly<P>): boolean {
      return differ(this.props, next) || differ(next, this.props);
    }
    override render(props: P) {
      return <Draw {...props} />;
    }
  };
}

const differ = (one: object, other: object) =>
  Object.entries(one).some(([name, value]) => !Object.is(value, Reflect.get(other, name)));
