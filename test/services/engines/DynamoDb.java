import com.amazonaws.services.dynamodbv2.local.main.ServerRunner;
import com.amazonaws.services.dynamodbv2.local.server.DynamoDBProxyServer;
import java.util.Arrays;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** Starts DynamoDB Local on loopback only. It has no option for the address and listens on all of them by default. */
public class DynamoDb {
    public static void main(String[] args) throws Exception {
        var proxy = ServerRunner.createServerFromCommandLineArgs(args);
        var jetty = DynamoDBProxyServer.class.getDeclaredField("server");
        jetty.setAccessible(true);
        var connectors = ((Server) jetty.get(proxy)).getConnectors();
        Arrays.stream(connectors).forEach(connector -> ((ServerConnector) connector).setHost("127.0.0.1"));
        proxy.start();
        proxy.join();
    }
}
